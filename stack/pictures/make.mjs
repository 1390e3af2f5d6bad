/**
 * Makes the pictures of the demo data: small lit scenes, one per craft, rendered from shapes, light and grain.
 *   node make.mjs                     all of them
 *   node make.mjs --only nina,chair   those whose name contains one of the words
 *   node make.mjs --scale 0.4 --out /tmp/preview
 * Their results are committed beside this file; a new model is a new scene of scenes/ and a line of scenes/all.mjs.
 */
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import path from 'node:path';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import sharp from 'sharp';
import { scenes } from './scenes/all.mjs';
import { develop, render } from './stage.mjs';

const args = process.argv.slice(2);
const option = (name, otherwise) => (args.includes(name) ? args[args.indexOf(name) + 1] : otherwise);
const scale = Number(option('--scale', 1.5));
const only = option('--only', '').split(',').filter(Boolean);
const out = option('--out', import.meta.dirname);

const PORTRAIT = [720, 900];
const SAMPLE = 1.25;
const KILOBYTES = 60;

/** Renders one scene and writes it as WebP, at the best quality that keeps to its weight. */
const make = async (name) => {
  const scene = scenes[name];
  const [width, height] = (scene.size ?? PORTRAIT).map((n) => Math.round(n * scale));
  const fine = scene.sample ?? SAMPLE;
  const [w, h] = [Math.round(width * fine), Math.round(height * fine)];
  const png = await sharp(develop(render(scene, w, h), w, h, scene.look), { raw: { width: w, height: h, channels: 3 } })
    .resize(width, height, { kernel: 'lanczos3' })
    .png()
    .toBuffer();
  const limit = (scene.kb ?? KILOBYTES) * 1024 * scale * scale;
  for (let quality = 84; ; quality -= 4) {
    const webp = await sharp(png).webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
    if (webp.length > limit && quality > 30) continue;
    await writeFile(path.join(out, `${name}.webp`), webp);
    return console.log(`${name}.webp ${width}x${height} q${quality} ${(webp.length / 1024).toFixed(1)} KB`);
  }
};

if (isMainThread) {
  const names = Object.keys(scenes).filter((name) => !only.length || only.some((word) => name.includes(word)));
  const workers = Math.min(cpus().length, names.length);
  for (let i = 0; i < workers; i++)
    new Worker(new URL(import.meta.url), { argv: args, workerData: names.filter((_, n) => n % workers === i) });
} else {
  for (const name of workerData) await make(name);
}
