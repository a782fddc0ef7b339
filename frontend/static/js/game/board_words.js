/** The board in words, for those who hear it: what stands on a cell, and the whole position as a list. */

/**
 * @typedef {import("../board/types.js").Scene} Scene
 * @typedef {import("../board/types.js").Piece} Piece
 */

/** @param {Piece} piece @param {string[]} colours */
function pieceWords(piece, colours) {
  const kind = piece.kind === "tetrahedron" || piece.kind === "pawn" ? "" : ` ${piece.kind}`;
  const marks = piece.marks.length > 0 ? ` (${piece.marks.join(", ")})` : "";
  return `${colours[piece.seat]}${kind}${marks}`;
}

/** @param {Scene} scene @param {string} name @param {string[]} colours */
export function cellWords(scene, name, colours) {
  const piece = scene.pieces.find((one) => one.cell === name);
  return piece ? `${name}: ${pieceWords(piece, colours)}` : `${name}: empty`;
}

/** A line for each seat and kind of piece. @param {Scene} scene @param {string[]} colours @returns {string[]} */
export function sceneWords(scene, colours) {
  /** @type {Map<string, string[]>} */
  const lines = new Map();
  for (const piece of scene.pieces) {
    const who = pieceWords(piece, colours);
    lines.set(who, [...(lines.get(who) ?? []), piece.cell]);
  }
  const words = [...lines].map(([who, cells]) => `${who}: ${cells.sort().join(", ")}`);
  if (scene.platform) words.push(`platform: ${scene.platform.cells.join(", ")}`);
  return words;
}
