// Steps through a deal without loading whole pages: by keys, swipes, the strip, and by itself.
// Without this script every step is a link.

const KEYS = {
  ArrowRight: "next",
  ArrowLeft: "before",
  ArrowDown: "next-trick",
  ArrowUp: "trick-before",
  Home: "first",
  End: "last",
  f: "next-fault",
  F: "fault-before",
};
const KEPT_PAGES = 60;
const PLAY_MILLISECONDS = 1200;
const SPEEDS = [1, 2, 4, 0.5];
const SWIPE_PIXELS = 40;
const SAID_MILLISECONDS = 2000;

const pages = new Map();
let latest = 0;
let timer = 0;
let speed = 1;

function load(address) {
  if (!pages.has(address)) {
    if (pages.size >= KEPT_PAGES) {
      pages.delete(pages.keys().next().value);
    }
    const page = fetch(address, { headers: { Accept: "text/html" } }).then(async (answer) => {
      if (!answer.ok) {
        throw new Error(`${answer.status}`);
      }
      return new DOMParser().parseFromString(await answer.text(), "text/html");
    });
    page.catch(() => pages.delete(address));
    pages.set(address, page);
  }
  return pages.get(address);
}

async function show(address) {
  const request = ++latest;
  let page;
  try {
    page = await load(address);
  } catch {
    location.assign(address);
    return;
  }
  if (request !== latest) {
    return;
  }
  for (const selector of ["#position", ".access"]) {
    change(document.querySelector(selector), page.querySelector(selector));
  }
  document.title = page.title;
  history.replaceState(null, "", address);
  document.getElementById("said").textContent = document.querySelector("#position .last").textContent;
  arrive();
}

// What is equal stays as it is, so that nothing flickers and the focus stays where it was.
function change(old, wanted) {
  if (old.isEqualNode(wanted)) {
    return;
  }
  // The sentence is another one each time: as a whole it does not count as something that moves.
  if (old.nodeName !== wanted.nodeName || old.nodeType !== Node.ELEMENT_NODE || old.className === "last") {
    old.replaceWith(document.importNode(wanted, true));
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (!wanted.hasAttribute(name)) {
      old.removeAttribute(name);
    }
  }
  for (const { name, value } of wanted.attributes) {
    if (old.getAttribute(name) !== value) {
      old.setAttribute(name, value);
    }
  }
  const before = [...old.childNodes];
  const after = [...wanted.childNodes];
  before.slice(after.length).forEach((node) => node.remove());
  after.forEach((node, place) => {
    if (place < before.length) {
      change(before[place], node);
    } else {
      old.append(document.importNode(node, true));
    }
  });
}

// After each step: the present action is in view among all, and the next position is loaded ahead.
function arrive() {
  const list = document.querySelector(".tricks");
  const present = list?.querySelector("[aria-current]");
  if (present) {
    list.scrollTop += present.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
  }
  offerPlay();
  const next = document.querySelector("a#next");
  if (next) {
    load(next.href).catch(() => {});
  } else {
    pause();
  }
}

function go(id) {
  const link = document.querySelector(`a#${id}`);
  if (link) {
    show(link.href);
  }
}

function offerPlay() {
  const button = document.getElementById("play");
  button.hidden = false;
  button.setAttribute("aria-pressed", String(timer !== 0));
  const speeds = document.getElementById("speed");
  speeds.hidden = false;
  speeds.textContent = `${speed}×`;
}

function play() {
  clearInterval(timer);
  timer = setInterval(() => go("next"), PLAY_MILLISECONDS / speed);
  offerPlay();
}

function pause() {
  clearInterval(timer);
  timer = 0;
  offerPlay();
}

function toggle() {
  if (timer) {
    pause();
  } else {
    play();
    go("next");
  }
}

function changeSpeed() {
  speed = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length];
  if (timer) {
    play();
  }
  offerPlay();
}

async function share() {
  const link = document.getElementById("permalink").href;
  if (navigator.share) {
    await navigator.share({ title: document.title, url: link }).catch(() => {});
    return;
  }
  const button = document.getElementById("share");
  const label = button.textContent;
  await navigator.clipboard.writeText(link);
  button.textContent = "✓";
  setTimeout(() => (button.textContent = label), SAID_MILLISECONDS);
}

function isTyping(target) {
  return target.closest("input, select, textarea, [contenteditable]") !== null;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) {
    return;
  }
  if (event.target.closest(".tricks, .wide") && event.key.startsWith("Arrow") && event.key !== "ArrowLeft" && event.key !== "ArrowRight") {
    return;
  }
  if (event.key === "p") {
    toggle();
  } else if (KEYS[event.key]) {
    event.preventDefault();
    pause();
    go(KEYS[event.key]);
  }
});

document.addEventListener("click", (event) => {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) {
    return;
  }
  if (event.target.closest(".strip") && event.detail > 0) {
    event.preventDefault(); // the pointer has shown its position already
  } else if (event.target.closest("#play")) {
    toggle();
  } else if (event.target.closest("#speed")) {
    changeSpeed();
  } else if (event.target.closest("#share")) {
    share();
  } else {
    follow(event);
  }
});

function follow(event) {
  const seat = event.target.closest(".table [data-seat]");
  const link = seat
    ? document.querySelector(`a[data-near="${seat.dataset.seat}"]`)
    : event.target.closest("a[data-step]");
  if (link) {
    event.preventDefault();
    pause();
    show(link.href);
  }
}

// The strip: where it is touched, and while a finger or the mouse moves along it, that position is shown.
let dragged = null;

function drag(event) {
  const strip = document.querySelector(".strip");
  const { left, width } = strip.getBoundingClientRect();
  const { first, actions } = strip.dataset;
  const place = Math.ceil(((event.clientX - left) / width) * actions);
  const at = Math.min(Math.max(place, first === "1" ? 0 : 1), Number(actions));
  if (at !== dragged) {
    dragged = at;
    const step = at ? document.querySelectorAll(".tricks a[data-step]")[at - 1] : document.querySelector("a#first");
    const here = strip.querySelector(".here");
    here.setAttribute("x", at * 10 - here.getAttribute("width"));
    if (step) {
      show(step.href);
    }
  }
}

document.addEventListener("pointerdown", (event) => {
  if (event.target.closest(".strip") && event.button === 0) {
    event.preventDefault();
    pause();
    dragged = -1;
    drag(event);
  }
});
document.addEventListener("pointermove", (event) => {
  if (dragged !== null) {
    drag(event);
  }
});
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => (dragged = null));
}

let touched = null;
document.addEventListener("touchstart", (event) => {
  const on = event.target.closest(".table") && event.touches.length === 1;
  touched = on ? event.touches[0] : null;
}, { passive: true });
document.addEventListener("touchend", (event) => {
  const lifted = event.changedTouches[0];
  if (touched && Math.abs(lifted.clientX - touched.clientX) > SWIPE_PIXELS && Math.abs(lifted.clientY - touched.clientY) < SWIPE_PIXELS) {
    pause();
    go(lifted.clientX < touched.clientX ? "next" : "before");
  }
  touched = null;
});

if (document.querySelector("#position .last")) {
  document.getElementById("keys").hidden = false;
  document.getElementById("share").hidden = false;
  arrive();
}
