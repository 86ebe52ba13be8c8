"use strict";
const traces = JSON.parse(document.getElementById("traces").textContent);
const values = document.querySelector(".values");
let current = 0;

function line(file, number) {
  return document.getElementById("f" + file + "-" + number);
}

function clear(kind) {
  for (const element of document.querySelectorAll("." + kind)) element.classList.remove(kind);
}

function show(trace, step, scroll) {
  current = trace;
  const steps = traces[trace].steps;
  traces[trace].at = step;
  clear("here");
  clear("partner");
  clear("chosen");
  const section = document.getElementById("trace-" + trace);
  section.querySelector("input").value = step;
  section.querySelector(".where").textContent =
    step === 0 ? "before the first step" : "step " + step + " of " + steps.length;
  if (step > 0) {
    const told = steps[step - 1];
    const drawn = section.querySelector('[data-step="' + (step - 1) + '"]');
    if (drawn) {
      drawn.classList.add("chosen");
      if (scroll) drawn.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    if (told.with) {
      const there = line(told.with[0], told.with[1]);
      if (there) there.classList.add("partner");
    }
    if (told.at) {
      const here = line(told.at[0], told.at[1]);
      if (here) {
        here.classList.add("here");
        here.scrollIntoView({ block: "nearest" });
      }
    }
  }
  const now = new Map();
  const fresh = new Set();
  for (const [name, old] of traces[trace].first) now.set(name, old);
  for (let i = 0; i < step; i++) {
    for (const [name, value] of steps[i].changes) {
      now.set(name, value);
      if (i === step - 1) fresh.add(name);
    }
  }
  const table = document.createElement("table");
  for (const [name, value] of now) {
    const row = table.insertRow();
    if (fresh.has(name)) row.className = "changed";
    row.insertCell().textContent = name;
    row.insertCell().textContent = value;
  }
  values.replaceChildren(table);
}

traces.forEach((trace, number) => {
  trace.at = 0;
  const section = document.getElementById("trace-" + number);
  const last = trace.steps.length;
  const go = (step) => show(number, Math.max(0, Math.min(last, step)), true);
  const [first, back, forward, end] = section.querySelectorAll("button");
  first.onclick = () => go(0);
  back.onclick = () => go(trace.at - 1);
  forward.onclick = () => go(trace.at + 1);
  end.onclick = () => go(last);
  section.querySelector("input").oninput = (event) => go(Number(event.target.value));
  for (const drawn of section.querySelectorAll(".step")) {
    drawn.onclick = () => show(number, Number(drawn.dataset.step) + 1, false);
  }
});

document.addEventListener("keydown", (event) => {
  if (!traces.length || event.target.tagName === "INPUT") return;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  const trace = traces[current];
  show(current, Math.max(0, Math.min(trace.steps.length, trace.at + step)), true);
  event.preventDefault();
});

if (traces.length) show(0, traces[0].steps.length, false);
