// Pages that stay up to date by themselves: the wall, and the table of a player. Without this script the browser
// reloads them. What they announce, such as the end of the time, sounds where the browser allows it.

import { countDown } from "./clock.js";

const MARK = "● ";
const part = document.querySelector("[data-live]");
const button = document.querySelector(".sound");
const audio = new AudioContext();
const TONES = [880, 660, 880];
const SECONDS_A_TONE = 0.25;
let mark = "";

function announce() {
  if (document.hidden) mark = MARK; // until somebody looks
  TONES.forEach((pitch, index) => {
    const tone = new OscillatorNode(audio, { frequency: pitch });
    const quiet = new GainNode(audio, { gain: 0.2 });
    tone.connect(quiet).connect(audio.destination);
    tone.start(audio.currentTime + index * SECONDS_A_TONE);
    tone.stop(audio.currentTime + (index + 1) * SECONDS_A_TONE);
  });
  navigator.vibrate?.([200, 100, 200]);
}

function offerSound() {
  button.hidden = audio.state === "running";
}

async function refresh() {
  let answer;
  try {
    answer = await fetch(location.href);
  } catch {
    part.classList.add("offline"); // until the next turn reaches the service
    return;
  }
  part.classList.toggle("offline", !answer.ok);
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const found = fresh.querySelector("[data-live]");
  if (!found) return;
  const isNew = found.dataset.alarm && found.dataset.alarm !== part.dataset.alarm;
  part.dataset.alarm = found.dataset.alarm;
  if (part.innerHTML !== found.innerHTML) {
    part.innerHTML = found.innerHTML;
    countDown(part);
  }
  if (isNew) announce();
  document.title = mark + fresh.title;
}

document.addEventListener("visibilitychange", () => {
  mark = document.hidden ? mark : "";
  document.title = document.title.replace(MARK, mark || "");
});
button.addEventListener("click", () => audio.resume());
audio.addEventListener("statechange", offerSound);
offerSound();
setInterval(refresh, Number(part.dataset.live) * 1000);
