// The entry of results at the table: names are tapped in the order of their places, and a result that could not be sent
// is kept until it is accepted. Without this script the form works by itself.

const RETRY_MILLISECONDS = 4000;
const TOKEN = "csrf_token";
const SIGNED_OUT = 401;
const TOO_MANY = 429;

for (const form of document.querySelectorAll(".places-form")) {
  if (form.querySelector("[data-swap]")) swapPlaces(form);
  else tapPlaces(form);
  sendUntilAccepted(form);
}

// Replace the lists of places by buttons. Each list keeps the value that is sent.
function tapPlaces(form) {
  const lists = [...form.querySelectorAll("select")];
  form.querySelector(".with-script").hidden = false;
  const order = lists.filter((list) => list.value).sort((one, other) => one.value - other.value);
  const buttons = lists.map((list) => {
    const label = list.closest("label");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "plain tap";
    button.append(document.createElement("strong"), ...[...label.childNodes].filter((node) => node !== list));
    list.hidden = true;
    label.replaceWith(button, list);
    button.addEventListener("click", () => {
      const at = order.indexOf(list);
      if (at >= 0) order.splice(at, 1);
      else order.push(list);
      show();
    });
    return button;
  });

  // The place that is left is that of the last one, where the form says so.
  function show() {
    const last = form.dataset.last && order.length === lists.length - 1 ? lists.find((list) => !order.includes(list)) : null;
    lists.forEach((list, index) => {
      const place = list === last ? lists.length : order.indexOf(list) + 1;
      list.value = place ? String(place) : "";
      buttons[index].setAttribute("aria-pressed", String(place > 0));
      buttons[index].firstChild.textContent = place ? String(place) : "–";
    });
  }

  show();
}

// Show the places as they are entered. Two names that are tapped, or a name and its neighbour, change places; a mouse drags.
function swapPlaces(form) {
  const rows = form.querySelector("[data-swap]");
  const changes = form.querySelector(".changes");
  form.querySelector(".with-script").hidden = false;
  let chosen = null;
  let dragged = null;
  const order = [...rows.children].map((row) => {
    const list = row.querySelector("select");
    const label = list.closest("label");
    const content = [...label.childNodes].filter((node) => node !== list);
    const name = content.map((node) => node.textContent).join("").trim();
    const tap = makeButton("tap", document.createElement("strong"), ...content);
    const one = { row, list, tap, name, before: list.value };
    list.hidden = true;
    label.replaceWith(tap, list);
    one.up = makeButton("move", "▲");
    one.down = makeButton("move", "▼");
    one.up.setAttribute("aria-label", `${one.name}: ${rows.dataset.up}`);
    one.down.setAttribute("aria-label", `${one.name}: ${rows.dataset.down}`);
    row.append(one.up, one.down);
    tap.addEventListener("click", () => {
      if (chosen && chosen !== one) swap(chosen, one, tap);
      else chosen = chosen ? null : one;
      show();
    });
    one.up.addEventListener("click", () => move(one, -1, one.up));
    one.down.addEventListener("click", () => move(one, 1, one.down));
    row.draggable = true;
    row.addEventListener("dragstart", (event) => {
      dragged = one;
      event.dataTransfer.setData("text/plain", one.name);
    });
    row.addEventListener("dragover", (event) => dragged && event.preventDefault());
    row.addEventListener("drop", (event) => {
      event.preventDefault();
      drop(one);
    });
    if (list.name === `place-${rows.dataset.swap}`) chosen = one;
    return one;
  });

  function makeButton(kind, ...content) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `plain ${kind}`;
    button.append(...content);
    return button;
  }

  function move(one, step, button) {
    const other = order[order.indexOf(one) + step];
    if (other) swap(one, other, button);
    show();
  }

  function swap(one, other, focused) {
    const [at, to] = [order.indexOf(one), order.indexOf(other)];
    [order[at], order[to]] = [other, one];
    chosen = null;
    rows.append(...order.map(({ row }) => row));
    focused.focus();
  }

  // Who is dragged takes the place where they are dropped, and those between move by one. A finger scrolls instead.
  function drop(on) {
    const to = order.indexOf(on);
    order.splice(order.indexOf(dragged), 1);
    order.splice(to, 0, dragged);
    dragged = null;
    rows.append(...order.map(({ row }) => row));
    show();
  }

  function show() {
    order.forEach((one, index) => {
      one.list.value = String(index + 1);
      one.tap.firstChild.textContent = one.list.value;
      one.tap.setAttribute("aria-pressed", String(one === chosen));
    });
    const changed = order.filter(({ list, before }) => list.value !== before);
    changes.textContent = changed.map(({ name, list, before }) => `${name} ${before} → ${list.value}`).join(", ");
    changes.hidden = !changed.length;
    if (form.elements.looked) form.elements.looked.disabled = !changed.length;
  }

  show();
}

// Send the form only while there is a connection. Until then it is kept in this browser, and sent by itself later.
function sendUntilAccepted(form) {
  const key = `daifu ${new URL(form.action).pathname}`;
  const kept = form.querySelector(".kept");
  const sender = form.querySelector("button:not([type])");
  let waiting = null;

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const fields = new FormData(form, event.submitter);
    sender.disabled = true;
    if (await isConnected()) submit(event.submitter);
    else keep(fields);
  });

  // Send the form as the button that was pressed would.
  function submit(button) {
    if (button?.name) {
      const field = document.createElement("input");
      Object.assign(field, { type: "hidden", name: button.name, value: button.value });
      form.append(field);
    }
    form.submit();
  }

  async function isConnected() {
    try {
      return (await fetch(location.href, { method: "HEAD", cache: "no-store" })).status < 500;
    } catch {
      return false;
    }
  }

  function keep(entered) {
    const fields = new URLSearchParams(entered);
    fields.delete(TOKEN);
    localStorage.setItem(key, fields.toString());
    wait();
  }

  function wait() {
    kept.hidden = false;
    sender.disabled = true;
    waiting ??= setTimeout(send, RETRY_MILLISECONDS);
  }

  // The order on the screen was chosen by the player, so what was kept is sent as confirmed.
  async function send() {
    waiting = null;
    const fields = new URLSearchParams(localStorage.getItem(key));
    fields.set(TOKEN, form.elements[TOKEN].value);
    if (form.dataset.confirm) fields.set(form.dataset.confirm, "yes");
    let answer;
    try {
      answer = await fetch(form.action, { method: "POST", body: fields });
    } catch {
      return wait();
    }
    if (answer.status >= 500 || answer.status === TOO_MANY) return wait();
    if (answer.status !== SIGNED_OUT) localStorage.removeItem(key);
    if (answer.ok) return answer.redirected ? location.assign(answer.url) : location.reload();
    let pressed = null;
    for (const [name, value] of fields) {
      const field = form.elements[name];
      if (field instanceof HTMLButtonElement) pressed = field;
      else if (field) field.value = value;
    }
    submit(pressed);
  }

  addEventListener("online", () => {
    if (waiting) {
      clearTimeout(waiting);
      send();
    }
  });
  if (localStorage.getItem(key)) wait();
}
