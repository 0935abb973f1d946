// Prints the nodes of the bench: `node bench.mjs MODULE DEPTH`.
import { readFileSync } from "node:fs";

const [file, depth] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(file));
console.log(String(instance.exports.bench_nodes(Number(depth))));
