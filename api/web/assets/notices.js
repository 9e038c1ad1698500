// Notices of the seats of one person, which reach this phone by the push service of its browser.

const form = document.querySelector(".notices");
const kept = `notices ${location.pathname}`;

function show(state) {
  for (const one of form.querySelectorAll("[data-case]")) one.hidden = one.dataset.case !== state;
  form.hidden = false;
}

function present() {
  if (!isSecureContext) return "insecure";
  if (!("PushManager" in window && "Notification" in window)) return "unable";
  if (Notification.permission === "denied") return "blocked";
  return Notification.permission === "granted" && localStorage.getItem(kept) ? "on" : "off";
}

// The key of the service changes when a damaged store was saved; the browser then lets the old subscription go first.
async function subscribe(pushes) {
  const options = { userVisibleOnly: true, applicationServerKey: form.dataset.key };
  try {
    return await pushes.subscribe(options);
  } catch (error) {
    if (error.name !== "InvalidStateError") throw error;
    await (await pushes.getSubscription()).unsubscribe();
    return pushes.subscribe(options);
  }
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const isOff = event.submitter.name === "off";
  try {
    if (!isOff && (await Notification.requestPermission()) !== "granted") return show(present());
    const { pushManager } = await navigator.serviceWorker.ready;
    const { endpoint, keys } = (await subscribe(pushManager)).toJSON();
    const fields = new URLSearchParams(new FormData(form, event.submitter));
    for (const [name, value] of Object.entries({ endpoint, key: keys.p256dh, secret: keys.auth })) fields.set(name, value);
    if (!(await fetch(form.action, { method: "POST", body: fields })).ok) return show("failed");
    if (isOff) localStorage.removeItem(kept);
    else localStorage.setItem(kept, "yes");
    show(present());
  } catch {
    show("failed");
  }
});
show(present());
