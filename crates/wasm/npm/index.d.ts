import type { Analysis, Answer, Error as Problem, Game, Moves, Progress, Table } from "./answers.js";

export type { Analysis, Answer, Game, Moves, Problem, Progress, Table };

/** A game: a name of the catalogue with its parameters, a code such as `octal(0.137)`, or the text of a rule file. */
export type GameRef = string | { rules: string };

export interface Settings {
  /** The maximum memory of a question in bytes, by default 1 GiB. */
  memory?: number;
  /** The time limit of a question in seconds, by default none. */
  seconds?: number;
  /** The number of questions that are answered at once, by default one. */
  workers?: number;
  /** Takes the reason when a worker was started again, such as cancelled work. */
  onRestart?: (reason: string) => void;
}

export interface Options {
  /** The time limit in seconds. The answer is then partial. */
  timeout?: number;
  /** The memory limit in bytes. */
  memory?: number;
  /** Cancels the question. */
  signal?: AbortSignal;
  /** Ends the work, whose answer is then partial. */
  stop?: AbortSignal;
  /** Takes the progress of long work. */
  progress?: (event: Progress) => void;
}

export interface PositionOptions extends Options {
  /** Misère play: the player who cannot move wins. */
  misere?: boolean;
  /** `auto` uses theorems where they apply, `search` uses only the rules. */
  method?: "auto" | "search";
  /** The maximum number of listed moves, by default 1000. */
  max_moves?: number;
  /** Computes only the outcome. */
  outcome_only?: boolean;
}

export interface SolveOptions extends PositionOptions {
  /** Adds the derivation step by step. */
  explain?: boolean;
  /** Allows an unproved pattern to determine the value. */
  conjecture?: boolean;
}

export interface MovesOptions extends PositionOptions {
  /** Adds the outcome and the value of the position after each move. */
  outcomes?: boolean;
  /** Adds the picture of the position to its view, with the coordinates of its elements. */
  scene?: boolean;
}

export interface EvaluateOptions extends SolveOptions {
  /** Expressions that are evaluated first, to define names. */
  before?: string[];
}

export interface TableOptions extends Options {
  /** A variable with its range, such as `n=1..12`: evaluates an expression, given in place of the game, for each number. */
  for?: string;
  /** With `for`, the text of a rule file whose game the expression may name. */
  rules?: string;
  misere?: boolean;
  /** The first heap. */
  from?: number;
  /** The last heap, or the greatest number of a pair or triple. */
  up_to?: number;
  /** Searches until the period is proved. */
  prove?: boolean;
  prove_if_possible?: boolean;
  /** Adds the certificate of the period. */
  certificate?: boolean;
  /** Lists the values. */
  values?: boolean;
  /** Computes the outcome of each heap, not its value. */
  outcomes?: boolean;
  /** With `misere`, computes the misère quotient of the heaps. */
  quotient?: boolean;
}

/** An error in a question, with the place in its text and what was expected. */
export class WinwaysError extends Error {
  readonly problem: Problem;
}

/** Sets the limits of the engine, before the first question. */
export function configure(settings: Settings): void;

/** Ends the engine. The next question starts another one. */
export function close(): Promise<void>;

/** Finds the outcome of a position, its value, the winning moves and the reason. */
export function solve(game: GameRef, position?: string, options?: SolveOptions): Promise<Analysis>;

/** Returns the view of a position and all its moves. */
export function moves(game: GameRef, position?: string, options?: MovesOptions): Promise<Moves>;

/** Evaluates an expression of the calculator, or analyses a sum of positions. */
export function evaluate(expression: string, options?: EvaluateOptions): Promise<Answer | Analysis>;

/** Computes the values of heaps, pairs or triples, with their pattern. */
export function table(game: GameRef, options?: TableOptions): Promise<Table>;

/** Lists the games of the catalogue that match the words, or all. */
export function games(words?: string): Promise<Game[]>;

/** Draws a position as SVG. */
export function draw(game: GameRef, position?: string): Promise<string>;

/** Asks any operation of `docs/programs.md`. */
export function ask(operation: string, fields: object, options?: Options): Promise<unknown>;
