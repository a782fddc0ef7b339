/** The board in words, for those who hear it: what stands on a cell, and the whole position as a list. */

import { mark, t } from "../words.js";

/**
 * @typedef {import("../board/types.js").Scene} Scene
 * @typedef {import("../board/types.js").Piece} Piece
 */

/** What the rules call colours, pieces and what is special about them. */
export const NAMES = [
  ...[mark("red"), mark("blue"), mark("yellow"), mark("violet"), mark("orange"), mark("white"), mark("brown"), mark("black")],
  ...[mark("sun"), mark("moon"), mark("star"), mark("champion")],
  ...[mark("huffable"), mark("aboard"), mark("tumbled"), mark("finished")],
];

/** @param {Piece} piece @param {string[]} colours */
function pieceWords(piece, colours) {
  const colour = t(colours[piece.seat]);
  const isPlain = piece.kind === "tetrahedron" || piece.kind === "pawn";
  const who = isPlain ? colour : t("{colour} {piece}", { colour, piece: t(piece.kind) });
  return piece.marks.length > 0 ? `${who} (${piece.marks.map((one) => t(one)).join(", ")})` : who;
}

/** @param {Scene} scene @param {string} name @param {string[]} colours */
export function cellWords(scene, name, colours) {
  const piece = scene.pieces.find((one) => one.cell === name);
  return piece ? `${name}: ${pieceWords(piece, colours)}` : t("{cell}: empty", { cell: name });
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
  if (scene.platform) words.push(t("platform: {cells}", { cells: scene.platform.cells.join(", ") }));
  return words;
}
