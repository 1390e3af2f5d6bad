/** Parts of every scene: lights, prints, objects that several scenes share, and other framings of a scene. */
import * as S from '../stage.mjs';

const { METAL, add, ball, bone } = S;

/** A spotlight with a direction; a lamp shines all around. Colours are linear light. */
export const spot = (at, to, color, power, angle, more = {}) => ({ at, to, color, power, angle, ...more });
export const lamp = (at, color, power, more = {}) => ({ at, color, power, haze: 0, ...more });

/** Prints: shadow, middle and highlight of the two-colour grade. */
export const print = {
  amber: [
    [20, 8, 16],
    [188, 86, 48],
    [255, 226, 178],
  ],
  teal: [
    [8, 16, 24],
    [52, 128, 138],
    [226, 246, 232],
  ],
  steel: [
    [12, 13, 20],
    [96, 112, 134],
    [250, 226, 196],
  ],
  copper: [
    [20, 9, 8],
    [172, 84, 34],
    [255, 220, 150],
  ],
  red: [
    [18, 3, 8],
    [190, 26, 34],
    [255, 176, 140],
  ],
  jade: [
    [6, 16, 14],
    [56, 122, 92],
    [250, 232, 168],
  ],
  gold: [
    [18, 11, 8],
    [158, 108, 52],
    [255, 236, 194],
  ],
  rose: [
    [22, 9, 20],
    [206, 104, 104],
    [255, 232, 214],
  ],
  violet: [
    [14, 8, 26],
    [112, 74, 162],
    [246, 214, 255],
  ],
  night: [
    [6, 9, 22],
    [58, 84, 150],
    [238, 232, 214],
  ],
  sun: [
    [22, 12, 4],
    [206, 140, 40],
    [255, 244, 206],
  ],
  neon: [
    [12, 5, 24],
    [150, 44, 150],
    [180, 246, 255],
  ],
  earth: [
    [16, 12, 10],
    [132, 104, 80],
    [250, 238, 214],
  ],
  sky: [
    [8, 14, 20],
    [92, 128, 150],
    [255, 240, 222],
  ],
  silver: [
    [12, 11, 13],
    [112, 109, 108],
    [246, 243, 238],
  ],
};

/** A microphone on its stand. */
export const mic = (top, base) => [
  ball(top, 0.031, METAL, 0),
  bone(add(top, [0, -0.02, 0]), add(top, [base[0] > top[0] ? 0.05 : -0.05, -0.15, 0]), 0.021, 0.014, METAL, 0),
  bone(add(top, [base[0] > top[0] ? 0.035 : -0.035, -0.11, 0]), base, 0.008, 0.009, METAL, 0),
];

/** An object seen alone. */
export const still = (scene) => ({ size: [480, 600], kb: 30, ...scene });

/** A face: the same scene seen from closer, square. */
export const closeUp = (scene, to, span, from = [0, 0, 1]) => ({
  ...scene,
  size: [256, 256],
  kb: 16,
  sample: 1.5,
  camera: { at: add(to, S.mul(S.unit(from), 2.4)), to, fov: (2 * Math.atan(span / 4.8) * 180) / Math.PI },
  look: {
    ...scene.look,
    flame: undefined,
    bokeh: [],
    wings: [],
    vignette: 0.3,
    grain: 5,
    exposure: (scene.look.exposure ?? 1) * 1.12,
  },
});

/**
 * Another photograph of the same scene: `span` metres high around `to`, seen from the direction `from`, `far` metres away.
 * `look` changes the development (a print, an exposure); what was placed on the first frame's surface (flame, bokeh) goes unless given again.
 */
export const framing = (scene, to, span, { from = [0, 0, 1], far = 2.6, look = {}, ...more } = {}) => ({
  ...scene,
  size: [480, 600],
  kb: 30,
  sample: 1.1,
  camera: { at: add(to, S.mul(S.unit(from), far)), to, fov: (2 * Math.atan(span / 2 / far) * 180) / Math.PI },
  ...more,
  look: { ...scene.look, flame: undefined, bokeh: [], wings: [], ...look },
});
/** A black and white contact print. */
export const silver = { print: print.silver, dose: 0.94, grain: 12, contrast: 0.85 };
