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
const SETTLED_MILLISECONDS = 150;
const RESTED_MILLISECONDS = 80;
const FRAME_MILLISECONDS = 1000 / 60;

const pages = new Map();
let latest = 0;
let timer = 0;
let settling = 0;
let speed = 1;
let stepCost = 0;

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
  offerPlay(page);
  const began = performance.now();
  // Of the two drawings a window shows one, which has to be here at once.
  const unseen = [...document.querySelectorAll(".table > .drawing:not(.sprite)")].filter((drawing) => !drawing.checkVisibility());
  change(document.getElementById("position"), page.getElementById("position"), unseen);
  document.title = page.title;
  document.getElementById("said").textContent = document.querySelector("#position .last").textContent;
  if (dragged !== null) {
    placeMark();
  }
  const changed = performance.now() - began;
  requestAnimationFrame(() => {
    const frameBegan = performance.now();
    setTimeout(() => {
      stepCost = changed + performance.now() - frameBegan;
      arrive();
    });
  });
  clearTimeout(settling);
  settling = setTimeout(() => settle(address, page), SETTLED_MILLISECONDS);
}

// What nobody waits for, when the table has stood still for a moment. Some browsers refuse an address for each position of a drag.
function settle(address, page) {
  for (const selector of ["#position", ".access"]) {
    change(document.querySelector(selector), page.querySelector(selector));
  }
  history.replaceState(null, "", address);
}

// What is equal stays as it is, so that nothing flickers and the focus stays where it was.
function change(old, wanted, left = []) {
  if (left.includes(old) || old.isEqualNode(wanted)) {
    return;
  }
  // The sentence is another one each time: as a whole it does not count as something that moves.
  if (old.nodeType !== Node.ELEMENT_NODE || old.className === "last") {
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
  let next = old.firstChild;
  for (const node of wanted.childNodes) {
    let same = next;
    while (same && !isSame(same, node)) {
      same = same.nextSibling;
    }
    if (same) {
      while (next !== same) {
        next = removed(next);
      }
      next = same.nextSibling;
      change(same, node, left);
    } else {
      old.insertBefore(document.importNode(node, true), next);
    }
  }
  while (next) {
    next = removed(next);
  }
}

// A card that was laid leaves the others of a hand as they are: to draw one as another costs more than to move it.
function isSame(one, other) {
  return one.nodeName === other.nodeName && one.id === other.id && (one.nodeName !== "use" || one.getAttribute("href") === other.getAttribute("href"));
}

function removed(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

// After each step: the present action is in view among all, and the next position is loaded ahead.
function arrive() {
  const list = document.querySelector(".tricks");
  const present = list?.querySelector("[aria-current]");
  if (present) {
    list.scrollTop += present.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
  }
  const next = document.querySelector("a#next");
  if (next && dragged === null) {
    load(next.href).catch(() => {});
  } else if (!next) {
    pause();
  }
}

function go(id) {
  const link = document.querySelector(`a#${id}`);
  if (link) {
    show(link.href);
  }
}

function offerPlay(page = document) {
  const button = page.getElementById("play");
  button.hidden = false;
  button.setAttribute("aria-pressed", String(timer !== 0));
  const speeds = page.getElementById("speed");
  speeds.hidden = false;
  if (speeds.textContent !== `${speed}×`) {
    speeds.textContent = `${speed}×`;
  }
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

// The strip: where it is touched, and while a finger or the mouse moves along it, that position is shown. The mark is always where
// the finger is. The table follows at once if a step fits into a frame, and else as soon as the finger rests.
let dragged = null;
let movedAt = 0;
let stripBox = null;

function addressOf(at) {
  return (at ? document.querySelectorAll(".tricks a[data-step]")[at - 1] : document.querySelector("a#first"))?.href;
}

function drag(event) {
  const { first, actions } = document.querySelector(".strip").dataset;
  const { left, width } = stripBox;
  const place = Math.ceil(((event.clientX - left) / width) * actions);
  const at = Math.min(Math.max(place, first === "1" ? 0 : 1), Number(actions));
  if (at !== dragged) {
    dragged = at;
    movedAt = performance.now();
    clearTimeout(settling);
    placeMark();
  }
}

function placeMark() {
  const mark = document.querySelector(".strip .here");
  mark.setAttribute("x", dragged * 10 - mark.getAttribute("width"));
}

async function followFinger() {
  let shown = -1;
  while (dragged !== null) {
    const isTime = stepCost < FRAME_MILLISECONDS || performance.now() - movedAt > RESTED_MILLISECONDS;
    const address = isTime && dragged !== shown && addressOf(dragged);
    if (address) {
      shown = dragged;
      await show(address);
    }
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

document.addEventListener("pointerdown", (event) => {
  if (event.target.closest(".strip") && event.button === 0) {
    event.preventDefault();
    pause();
    stripBox = event.target.closest(".strip").getBoundingClientRect();
    drag(event);
    followFinger();
  }
});
document.addEventListener("pointermove", (event) => {
  if (dragged !== null) {
    drag(event);
  }
});
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => {
    const address = dragged !== null && addressOf(dragged);
    dragged = null;
    if (address) {
      show(address);
    }
  });
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
  offerPlay();
  arrive();
}
