// What must hold of the code as browsers are sent it: the minifier shortens names and moves declarations.

export default [
  {
    files: ["**/*.js"],
    languageOptions: { ecmaVersion: "latest", sourceType: "module" },
    linterOptions: { reportUnusedDisableDirectives: "off" },
    rules: { "no-use-before-define": ["error", { functions: false, classes: false, variables: false }] },
  },
];
