// A tree of variations: the main line of a node is that of its first child.

const most = 20_000; // nodes of a tree that is read

export class Tree {
  constructor() {
    this.root = { step: "", text: "", comment: "", parent: null, children: [] };
  }

  // add returns the child of a node for a step, which is new if there was none.
  add(node, step, text) {
    let child = node.children.find((c) => c.step === step);
    if (!child) {
      child = { step, text, comment: "", parent: node, children: [] };
      node.children.push(child);
    }
    if (text) child.text = text;
    return child;
  }

  // path returns the nodes that lead to a node, without the root.
  path(node) {
    const list = [];
    for (let n = node; n.parent; n = n.parent) list.unshift(n);
    return list;
  }

  // steps writes the path to a node as requests want it.
  steps(node) {
    return this.path(node).map((n) => n.step).join(";");
  }

  // line returns the path to a node and its main line after that.
  line(node) {
    const list = this.path(node);
    for (let n = node.children[0]; n; n = n.children[0]) list.push(n);
    return list;
  }

  // promote makes a node the main line, up to the root.
  promote(node) {
    for (let n = node; n.parent; n = n.parent) {
      const list = n.parent.children;
      list.splice(list.indexOf(n), 1);
      list.unshift(n);
    }
  }

  // remove takes a node out, with everything below, and returns where it was.
  remove(node) {
    const { parent } = node;
    parent.children = parent.children.filter((c) => c !== node);
    return parent;
  }

  toJSON() {
    const plain = (n) => {
      const out = n.step ? { step: n.step, text: n.text } : {};
      if (n.comment) out.comment = n.comment;
      if (n.children.length) out.next = n.children.map(plain);
      return out;
    };
    return plain(this.root);
  }

  // read makes a tree from what toJSON wrote, wherever that comes from.
  static read(data) {
    const tree = new Tree();
    let count = 0;
    const stack = [[tree.root, data]];
    while (stack.length) {
      const [node, from] = stack.pop();
      if (typeof from !== "object" || from === null) throw new Error("This is no tree of moves.");
      node.comment = String(from.comment ?? "").slice(0, 2000);
      for (const next of Array.isArray(from.next) ? from.next : []) {
        if (++count > most) throw new Error("The tree is too large.");
        if (typeof next?.step !== "string" || !next.step) throw new Error("This is no tree of moves.");
        stack.push([tree.add(node, next.step, String(next.text ?? "")), next]);
      }
    }
    return tree;
  }
}
