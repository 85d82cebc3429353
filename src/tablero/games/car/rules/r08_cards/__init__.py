"""[8] Strategy Cards: Operations, Strategic Redeployment, Replacement Points and Events."""
