// A deal card by card: each action is sent without leaving the page, and kept until it could be sent. Without this
// script each button sends the form.

const RETRY_MILLISECONDS = 4000;
const TOKEN = "csrf_token";
const SIGNED_OUT = 401;
const TOO_MANY = 429;

let waiting = null;

// A deal is kept under its address and what its form was made for, so that a later form does not find it.
const keyOf = (form) => `daifu ${location.pathname} ${form.dataset.version}`;

addEventListener("submit", (event) => {
  const form = event.target.closest(".cards-form");
  if (!form) return;
  event.preventDefault();
  send(form, new URLSearchParams(new FormData(form, event.submitter)));
});

async function send(form, fields) {
  setBusy(form, true);
  let answer;
  try {
    answer = await fetch(form.action, { method: "POST", body: fields });
  } catch {
    return keep(form, fields);
  }
  if (answer.status >= 500 || answer.status === TOO_MANY) return keep(form, fields);
  if (answer.redirected) {
    localStorage.removeItem(keyOf(form));
    return location.assign(answer.url);
  }
  remember(form, fields);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.querySelector("main").replaceWith(page.querySelector("main"));
  const next = document.querySelector(".cards-form");
  if (next && answer.status !== SIGNED_OUT) remember(next, new FormData(next));
  document.querySelector("#table")?.focus();
}

function setBusy(form, busy) {
  for (const button of form.querySelectorAll("button")) button.disabled = busy;
}

function remember(form, fields) {
  const kept = new URLSearchParams(fields);
  kept.delete(TOKEN);
  localStorage.setItem(keyOf(form), kept.toString());
}

function keep(form, fields) {
  remember(form, fields);
  setBusy(form, true);
  form.querySelector(".kept").hidden = false;
  waiting ??= setTimeout(sendKept, RETRY_MILLISECONDS);
}

function sendKept() {
  waiting = null;
  const form = document.querySelector(".cards-form");
  const fields = new URLSearchParams(localStorage.getItem(keyOf(form)));
  fields.set(TOKEN, form.elements[TOKEN].value);
  send(form, fields);
}

// Show which cards no legal set has together with those that are chosen. They can be chosen all the same: the table may
// have let a faulty play stand.
addEventListener("change", (event) => {
  const form = event.target.name === "card" && event.target.closest(".cards-form");
  const sets = form ? [...form.querySelectorAll("button[name=add]")].map((button) => cardsOf(button.value)) : [];
  if (!sets.length) return;
  const choices = [...form.querySelectorAll(".choice:has([name=card])")];
  const chosen = choices.map(boxOf).filter((box) => box.checked).map((box) => box.value);
  for (const choice of choices) {
    const { checked, value } = boxOf(choice);
    choice.classList.toggle("unfit", !checked && !fits(sets, [...chosen, value]));
  }
  form.querySelector(".no-answer").hidden = fits(sets, chosen);
});

const boxOf = (choice) => choice.querySelector("input");

// The cards of an action as records write it, jokers without what they stand for.
const cardsOf = (text) => text.split(" ").slice(1).map((word) => word.split("=")[0]);

function fits(sets, chosen) {
  return sets.some((cards) => {
    const left = [...cards];
    return chosen.every((card) => left.includes(card) && left.splice(left.indexOf(card), 1));
  });
}

addEventListener("online", () => {
  if (!waiting) return;
  clearTimeout(waiting);
  sendKept();
});

const shown = document.querySelector(".cards-form");
if (shown && localStorage.getItem(keyOf(shown))) sendKept();
