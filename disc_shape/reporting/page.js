"use strict";
// Pointing at a size, or touching it, lights it up everywhere and tells what it is.
(() => {
  const hint = document.getElementById("hint");
  let lit = "";
  const show = (name) => {
    if (name === lit) return;
    for (const one of document.querySelectorAll(".lit")) one.classList.remove("lit");
    lit = name;
    hint.textContent = "";
    if (!name) return;
    for (const one of document.getElementsByClassName(name)) one.classList.add("lit");
    const row = document.getElementById("symbol-" + name.slice(1));
    if (row) {
      const cells = [...row.cells].map((cell) => cell.textContent);
      hint.textContent = cells[0] + ": " + cells[1] + (cells[2] ? ", " + cells[2] : "");
    }
  };
  const nameAt = (target) => {
    const found = target instanceof Element ? target.closest(".s") : null;
    return found ? [...found.classList].find((one) => /^s\d+$/.test(one)) || "" : "";
  };
  document.addEventListener("pointerover", (event) => show(nameAt(event.target)));
  document.addEventListener("click", (event) => show(nameAt(event.target)));
})();
