// @ts-check
// Shows what the server pushes while no page is open, and leads to the table. It keeps and fetches nothing.

const worker = /** @type {any} */ (self);

worker.addEventListener("push", (/** @type {any} */ event) => {
  const { title, text, url, tag } = event.data.json();
  event.waitUntil(worker.registration.showNotification(title,
    { body: text, tag, data: url, icon: "/web/icon-192.png" }));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(worker.clients.openWindow(event.notification.data));
});
