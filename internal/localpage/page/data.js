// What the page comes with besides its scripts: elements that hold texts.

export const data = (id) => document.getElementById(id).textContent;
