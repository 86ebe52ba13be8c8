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

// Scrolls only the box, never the page around it.
function reveal(box, top, bottom) {
  if (top < box.scrollTop || bottom > box.scrollTop + box.clientHeight) {
    box.scrollTop = (top + bottom - box.clientHeight) / 2;
  }
}

function revealLine(here) {
  reveal(here.closest(".source"), here.offsetTop - 40, here.offsetTop + here.offsetHeight + 20);
}

function revealStep(drawn) {
  const chart = drawn.closest(".chart");
  const names = chart.querySelector(".names").getBoundingClientRect().height;
  const place = drawn.getBBox();
  reveal(chart, place.y, place.y + place.height + names + 10);
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
  showValues(traces[trace].first, steps, step);
  if (step === 0) return;
  const told = steps[step - 1];
  const drawn = section.querySelector('[data-step="' + (step - 1) + '"]');
  if (drawn) {
    drawn.classList.add("chosen");
    if (scroll) revealStep(drawn);
  }
  if (told.with) {
    const there = line(told.with[0], told.with[1]);
    if (there) there.classList.add("partner");
  }
  if (told.at) {
    const here = line(told.at[0], told.at[1]);
    if (here) {
      here.classList.add("here");
      revealLine(here);
    }
  }
}

function showValues(first, steps, step) {
  const now = new Map(first);
  const fresh = new Set();
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

if (traces.length) show(0, traces[0].steps.length, true);
