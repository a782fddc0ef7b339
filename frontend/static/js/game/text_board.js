/** The position as text: what stands where, by player and row by row, as the board shows it now. */

import { rowWords, sceneWords } from "./board_words.js";
import { listItem, part } from "./parts.js";

/** @param {import("../board/types.js").Scene} scene @param {import("../board/types.js").Look} look */
export function showTextBoard(scene, { colours, board }) {
  part("text-board").replaceChildren(...sceneWords(scene, colours).map(listItem));
  part("text-rows").replaceChildren(...rowWords(scene, colours, board).map(listItem));
}
