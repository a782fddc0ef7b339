/** Text view of the position on the board, by player and row by row. */

import { rowWords, sceneWords } from "./board_words.js";
import { listItem, part } from "./parts.js";

/** @param {import("../types.js").Scene} scene @param {import("../types.js").Look} look */
export function showTextBoard(scene, { colours, board }) {
  part("text-board").replaceChildren(...sceneWords(scene, colours).map(listItem));
  part("text-rows").replaceChildren(...rowWords(scene, colours, board).map(listItem));
}
