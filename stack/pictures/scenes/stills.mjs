/** Stills: the house, and the objects that wait backstage. */
import * as S from '../stage.mjs';
import { ines, malik } from './first-cast.mjs';
import { framing, lamp, mic, print, spot, still } from './kit.mjs';
import {
  anouk,
  cane,
  easel,
  floatingCards,
  jugglingBalls,
  piano,
  rafael,
  sacha,
  solene,
  stool,
  topHat,
  turntable,
  victor,
} from './second-cast.mjs';

const { CLOTH, GLOW, HAIR, METAL, SKIN, WOOD, ball, blob, bone, box, drape, person, ribbon, ring, rod } = S;

const singerFromBehind = (x = 0) => [
  ...person({
    hips: [x, 0.97, 0],
    chest: [x, 1.29, 0.0],
    head: [x - 0.005, 1.57, -0.02],
    face: [-0.25, 0.1, -1],
    across: [-1, 0.02, 0.1],
    hair: 'bob',
    handL: [x - 0.11, 1.45, -0.24],
    elbowL: [-1, -0.8, 0],
    handR: [x + 0.34, 1.02, -0.06],
    elbowR: [1, 0, 0.3],
    footL: [x - 0.11, 0.08, 0.02],
    kneeL: [0, 0.1, -1],
    footR: [x + 0.14, 0.08, -0.04],
    kneeR: [0.1, 0, -1],
    toeL: [-0.2, -0.2, -1],
    toeR: [0.3, -0.2, -1],
    straps: true,
    build: 0.92,
    shoulders: 0.155,
  }),
  drape([x, 1.1, 0], 0.62, 0.11, 0.3, 9, [0.04, 0.02]),
  ...mic([x - 0.1, 1.55, -0.27], [x - 0.14, 0.02, -0.3]),
];

/** The house from the wings, which the singer never sees. */
export const hero = {
  size: [1600, 1000],
  kb: 60,
  sample: 1,
  shapes: singerFromBehind(0.62),
  camera: { at: [0.0, 1.0, 4.9], to: [0.1, 1.28, 0], fov: 32 },
  lights: [
    spot([0.5, 4.4, -5], [0.62, 1.2, 0], [1, 0.62, 0.4], 15, 12, { shafts: true, haze: 1 }),
    spot([2.9, 4.2, -4.2], [0.62, 1, 0], [1, 0.36, 0.34], 13, 11, { shafts: true, haze: 0.8 }),
    spot([-1.7, 4.2, -4.2], [0.62, 1.1, 0], [1, 0.4, 0.3], 11, 10, { haze: 0.7, shafts: true }),
    lamp([-1.5, 2.4, 2.5], [0.7, 0.4, 0.6], 0.4),
  ],
  back: {
    z: -6,
    color: [0.022, 0.007, 0.018],
    glows: [{ at: [0.8, 1.1], r: 1.9, stretch: 1.7, color: [0.22, 0.06, 0.05] }],
  },
  floor: { color: [0.045, 0.024, 0.032], gloss: 0.55 },
  haze: 0.3,
  look: {
    print: print.amber,
    dose: 0.3,
    exposure: 1.1,
    vignette: 0.4,
    grain: 7,
    wings: [
      { side: 'left', at: 0.16, soft: 0.13, slope: 0.06, k: 0.985 },
      { side: 'right', at: 0.965, soft: 0.05, slope: -0.02 },
    ],
    bokeh: Array.from({ length: 64 }, (_, i) => ({
      at: [0.2 + ((i * 0.618) % 1) * 0.78, 0.5 + ((i * 0.7548) % 1) * 0.2],
      r: 0.002 + ((i * 0.29) % 1) ** 2 * 0.0075,
      k: 0.06 + ((i * 0.53) % 1) ** 2 * 0.34,
      color: i % 3 ? [1, 0.5, 0.3] : [1, 0.8, 0.6],
    })),
  },
};

export const micro = still({
  shapes: [
    box([0, 1.5, 0], [0.05, 0.075, 0.03], 0.03, METAL, 0.5),
    ...[-0.056, -0.034, -0.012, 0.012, 0.034, 0.056].map((x) =>
      box([x * 0.88, 1.5, 0.0 - x * 0.48], [0.003, 0.092, 0.062], 0.004, METAL, 0.5),
    ),
    box([0, 1.49, 0], [0.066, 0.006, 0.05], 0.014, METAL, 0.5),
    box([0, 1.378, 0], [0.022, 0.014, 0.022], 0.006, METAL, 0.5),
    rod([0, 1.35, 0], [0, 1, 0], 0.02, 0.012, 0.004, METAL),
    bone([0, 1.35, 0], [0, 0.6, 0], 0.009, 0.01, METAL, 0),
  ],
  camera: { at: [-0.05, 1.44, 1.3], to: [-0.03, 1.45, 0], fov: 24 },
  lights: [
    spot([1, 2.2, -1.2], [0, 1.45, 0], [1, 0.6, 0.3], 11, 20, { haze: 0.8, shafts: true }),
    spot([-1.2, 1.8, -0.9], [0, 1.45, 0], [1, 0.35, 0.35], 9, 20),
    lamp([-0.5, 1.9, 0.9], [1, 0.8, 0.7], 0.4),
  ],
  back: { z: -3, color: [0.05, 0.01, 0.02], glows: [{ at: [0.2, 1.6], r: 0.6, color: [0.12, 0.03, 0.02] }] },
  haze: 0.14,
  matte: 0.8,
  paint: { [METAL]: [0.2, 0.18, 0.18] },
  look: {
    print: print.amber,
    dose: 0.3,
    exposure: 1.25,
    bokeh: Array.from({ length: 30 }, (_, i) => ({
      at: [(i * 0.618) % 1, 0.58 + ((i * 0.7548) % 1) * 0.4],
      r: 0.014 + ((i * 0.29) % 1) * 0.03,
      k: 0.1 + ((i * 0.53) % 1) * 0.3,
      color: i % 3 ? [1, 0.42, 0.25] : [1, 0.75, 0.5],
    })),
  },
});
export const mirror = still({
  shapes: person({
    hips: [0, 0.98, 0],
    chest: [0, 1.3, 0],
    head: [0.0, 1.58, -0.02],
    face: [-0.5, 0.0, -1],
    across: [-0.95, 0.05, 0.3],
    hair: 'bob',
    handL: [-0.12, 1.52, -0.13],
    elbowL: [-1, -0.5, 0],
    handR: [0.3, 1.02, -0.2],
    elbowR: [1, 0, 0.2],
    straps: true,
    build: 0.93,
    shoulders: 0.155,
  }),
  camera: { at: [0.16, 1.5, 2.1], to: [0.0, 1.44, 0], fov: 30 },
  lights: [
    lamp([-0.6, 1.6, -0.9], [1, 0.72, 0.45], 1.6, { back: false }),
    lamp([0.7, 1.7, -0.9], [1, 0.7, 0.45], 1.5, { back: false }),
    lamp([0, 2.3, -0.8], [1, 0.7, 0.45], 0.9, { back: false }),
    lamp([1.2, 1.6, 1.4], [0.8, 0.5, 0.6], 0.2),
  ],
  back: { z: -1.2, color: [0.05, 0.026, 0.026], glows: [{ at: [0, 1.6], r: 0.7, color: [0.3, 0.16, 0.09] }] },
  look: {
    print: print.rose,
    dose: 0.3,
    exposure: 1.15,
    bokeh: [
      ...[0.1, 0.24, 0.38, 0.52, 0.66].flatMap((y) => [
        { at: [0.09, y], r: 0.034, k: 1.7, color: [1, 0.76, 0.5] },
        { at: [0.91, y], r: 0.034, k: 1.7, color: [1, 0.76, 0.5] },
      ]),
      ...[0.25, 0.42, 0.59, 0.76].map((x) => ({ at: [x, 0.05], r: 0.034, k: 1.6, color: [1, 0.76, 0.5] })),
    ],
  },
});
export const house = still({
  ...hero,
  size: [560, 700],
  kb: 34,
  shapes: singerFromBehind(0),
  camera: { at: [0.1, 1.1, 3.5], to: [0, 1.2, 0], fov: 31 },
  haze: 0.2,
  lights: [
    spot([0.15, 4.4, -4.6], [0, 1.2, 0], [1, 0.6, 0.42], 15, 12, { shafts: true, haze: 1 }),
    spot([2.2, 4, -4], [0, 1, 0], [1, 0.34, 0.36], 12, 11, { haze: 0.7 }),
    spot([-2.2, 4, -4], [0, 1, 0], [1, 0.45, 0.3], 12, 11, { haze: 0.7 }),
  ],
  look: {
    ...hero.look,
    wings: [],
    vignette: 0.5,
    bokeh: hero.look.bokeh.map((b) => ({ ...b, at: [b.at[0] * 1.4 - 0.35, b.at[1] + 0.02], r: b.r * 1.8 })),
  },
});
export const chair = still({
  shapes: [
    box([0, 0.46, 0], [0.2, 0.018, 0.19], 0.012, WOOD, 0.5),
    box([0.09, 0.8, -0.17], [0.18, 0.06, 0.008], 0.012, WOOD, 0.5),
    ...[
      [0.24, 0.02],
      [-0.05, 0.23],
      [-0.24, -0.02],
      [0.05, -0.25],
    ].map(([x, z]) => bone([x * 0.86, 0.45, z * 0.86], [x, 0, z], 0.014, 0.011, WOOD, 0)),
    bone([-0.07, 0.46, -0.25], [-0.06, 0.86, -0.26], 0.012, 0.012, WOOD, 0),
    bone([0.25, 0.46, -0.08], [0.25, 0.86, -0.09], 0.012, 0.012, WOOD, 0),
    drape([0.2, 0.88, -0.1], 0.6, 0.05, 0.13, 5, [0.08, 0.05]),
  ],
  camera: { at: [-0.5, 0.95, 3.2], to: [0, 0.72, 0], fov: 30 },
  lights: [
    spot([0.5, 4, -0.8], [0, 0.2, 0], [1, 0.74, 0.56], 13, 11, { shafts: true, haze: 1.2 }),
    spot([-2, 2, -1.5], [0, 0.5, 0], [1, 0.4, 0.4], 4, 20, { haze: 0.3 }),
  ],
  back: { z: -2, color: [0.08, 0.016, 0.03], folds: 9 },
  floor: { color: [0.05, 0.03, 0.035], gloss: 0.5 },
  haze: 0.4,
  matte: 0.9,
  paint: { [CLOTH]: [0.4, 0.08, 0.08] },
  look: { print: print.rose, dose: 0.3, exposure: 1.25 },
});

const backstage = (color, more = {}) => ({ z: -2.4, color, folds: 8, ...more });
const night = { color: [0.05, 0.034, 0.035], gloss: 0.5 };

/** The lamp that stays lit on an empty stage. */
export const servante = still({
  shapes: [
    rod([0, 0.02, 0], [0, 1, 0], 0.012, 0.2, 0.012, METAL),
    bone([0, 0.03, 0], [0, 1.24, 0], 0.014, 0.011, METAL, 0),
    rod([0, 1.27, 0], [0, 1, 0], 0.03, 0.026, 0.006, METAL),
    ball([0, 1.37, 0], 0.052, GLOW, 0),
    ...[0, 1.05, 2.1].map((a) => ring([0, 1.37, 0], [Math.sin(a), 0, Math.cos(a)], 0.098, 0.0035, METAL)),
    ring([0, 1.37, 0], [0, 1, 0], 0.098, 0.0035, METAL),
  ],
  camera: { at: [0.3, 1.05, 3.3], to: [0, 0.88, 0], fov: 30 },
  lights: [
    lamp([0, 1.37, 0.02], [1, 0.74, 0.42], 1.3, { shadow: false }),
    spot([1.6, 3.6, -1.6], [0, 0.6, 0], [1, 0.5, 0.34], 5, 16, { haze: 0.8, shafts: true }),
    lamp([-1.2, 2, 1.4], [0.5, 0.5, 0.8], 0.1),
  ],
  back: backstage([0.06, 0.014, 0.022], { glows: [{ at: [0, 1.4], r: 0.9, color: [0.14, 0.06, 0.02] }] }),
  floor: night,
  haze: 0.3,
  glow: [1, 0.82, 0.5],
  look: { print: print.amber, dose: 0.34, exposure: 1.2, bloom: 1.5 },
});

/** A dressing table: brushes, powder, lipstick, the bulbs of the mirror. */
export const loge = still({
  shapes: [
    box([0, 0.76, 0], [1.2, 0.03, 0.4], 0.01, WOOD),
    rod([-0.17, 0.87, 0.02], [0, 1, 0], 0.075, 0.055, 0.008, METAL),
    ...[
      [-0.2, -0.05, 0.03],
      [-0.17, 0.02, 0.06],
      [-0.14, 0.06, 0],
      [-0.16, 0.0, -0.05],
      [-0.19, 0.05, -0.02],
    ].flatMap(([x, dx, dz], i) => [
      bone([x, 0.9, 0.02], [x + dx, 1.08 + 0.03 * (i % 3), 0.02 + dz], 0.006, 0.005, WOOD, 0),
      bone(
        [x + dx, 1.08 + 0.03 * (i % 3), 0.02 + dz],
        [x + dx * 1.25, 1.14 + 0.03 * (i % 3), 0.02 + dz * 1.3],
        0.012,
        0.02,
        HAIR,
        0.01,
      ),
    ]),
    rod([0.06, 0.81, 0.12], [0, 1, 0], 0.016, 0.075, 0.006, METAL),
    rod([0.06, 0.832, 0.12], [0, 1, 0], 0.003, 0.062, 0.003, SKIN),
    rod([0.19, 0.89, 0.02], [-0.55, 0.8, 0.3], 0.008, 0.075, 0.006, METAL),
    rod([0.26, 0.83, 0.16], [0, 1, 0], 0.035, 0.018, 0.004, METAL),
    bone([0.26, 0.86, 0.16], [0.262, 0.91, 0.163], 0.013, 0.009, CLOTH, 0),
    blob([-0.03, 0.82, 0.24], [0.06, 0.028, 0.05], SKIN, 0),
  ],
  camera: { at: [0.1, 1.18, 1.25], to: [0.02, 0.92, 0.05], fov: 34 },
  lights: [
    lamp([-0.5, 1.3, -0.5], [1, 0.74, 0.46], 0.9),
    lamp([0.6, 1.4, -0.5], [1, 0.7, 0.44], 0.9),
    lamp([0.1, 1.5, 0.9], [1, 0.72, 0.6], 0.22),
  ],
  back: { z: -0.9, color: [0.05, 0.026, 0.026], glows: [{ at: [0, 1.2], r: 0.7, color: [0.26, 0.13, 0.08] }] },
  matte: 0.7,
  paint: {
    [METAL]: [0.34, 0.24, 0.2],
    [WOOD]: [0.2, 0.08, 0.06],
    [CLOTH]: [0.5, 0.04, 0.06],
    [HAIR]: [0.16, 0.08, 0.07],
  },
  look: {
    print: print.rose,
    dose: 0.3,
    exposure: 1.15,
    bokeh: [0.08, 0.25, 0.42]
      .flatMap((y) => [
        { at: [0.07, y], r: 0.04, k: 1.5, color: [1, 0.76, 0.5] },
        { at: [0.93, y], r: 0.04, k: 1.5, color: [1, 0.76, 0.5] },
      ])
      .concat([0.28, 0.5, 0.72].map((x) => ({ at: [x, 0.06], r: 0.04, k: 1.4, color: [1, 0.76, 0.5] }))),
  },
});

/** Costumes on their rail. */
export const costumes = still({
  shapes: [
    bone([-1.1, 1.72, 0], [1.1, 1.72, 0], 0.016, 0.016, METAL, 0),
    bone([0.78, 1.72, 0], [0.78, 0, 0.02], 0.018, 0.018, METAL, 0),
    ...[
      [-0.55, 1, 0.3, 7, HAIR],
      [-0.3, 0.85, 0.22, 9, SKIN],
      [-0.06, 1.15, 0.34, 11, CLOTH],
      [0.2, 0.9, 0.2, 6, WOOD],
      [0.45, 1.05, 0.3, 9, CLOTH],
    ].flatMap(([x, h, r, folds, mat], i) => [
      ring([x, 1.76, 0], [0.25, 0, 1], 0.032, 0.005, METAL),
      bone([x, 1.66, -0.15], [x, 1.72, 0], 0.006, 0.006, METAL, 0),
      bone([x, 1.63, -0.14], [x, 1.63, 0.14], 0.03, 0.03, mat, 0.03),
      drape([x, 1.64, 0], h, 0.12, r, folds, [0.03 * (i - 2), 0.02], mat, i),
    ]),
  ],
  camera: { at: [-0.5, 1.3, 3.1], to: [-0.02, 1.2, 0], fov: 30 },
  lights: [
    spot([1.6, 3, 1], [0, 1.1, 0], [1, 0.72, 0.5], 6, 22, { haze: 0.2 }),
    spot([-1.8, 2.8, -1.4], [0, 1.2, 0], [1, 0.42, 0.5], 8, 20, { haze: 0.6, shafts: true }),
  ],
  back: backstage([0.05, 0.02, 0.03]),
  floor: night,
  haze: 0.2,
  matte: 0.8,
  paint: {
    [CLOTH]: [0.42, 0.05, 0.08],
    [HAIR]: [0.1, 0.06, 0.16],
    [SKIN]: [0.5, 0.34, 0.2],
    [WOOD]: [0.06, 0.12, 0.14],
  },
  look: { print: print.rose, dose: 0.24, exposure: 1.25 },
});

/** A spotlight on its yoke, shining. */
export const projecteur = still({
  shapes: [
    rod([0, 1.5, 0], [-0.55, -0.45, 0.7], 0.17, 0.13, 0.02, METAL),
    rod([-0.12, 1.41, 0.15], [-0.55, -0.45, 0.7], 0.03, 0.145, 0.012, METAL),
    rod([-0.143, 1.391, 0.182], [-0.55, -0.45, 0.7], 0.004, 0.115, 0.004, GLOW),
    ring([0, 1.56, 0], [0.75, 0, 0.6], 0.21, 0.013, METAL),
    bone([0, 1.77, 0], [0, 2.02, 0], 0.014, 0.014, METAL, 0),
    bone([-1.2, 2.04, 0], [1.2, 2.04, 0], 0.026, 0.026, METAL, 0),
    ...[0, 0.05, 0.1].map((t) =>
      ring([0.05 + t * 0.55, 1.54 + t * 0.45, -0.06 - t * 0.7], [-0.55, -0.45, 0.7], 0.14, 0.007, METAL),
    ),
    ...ribbon(
      [
        [0.12, 1.62, -0.15],
        [0.3, 1.5, -0.2],
        [0.36, 1.8, -0.1],
        [0.3, 2.06, -0.02],
      ],
      0.009,
      0.009,
      HAIR,
      14,
    ),
  ],
  camera: { at: [-0.35, 1.32, 1.9], to: [-0.02, 1.56, 0], fov: 34 },
  lights: [
    spot([-0.1, 1.42, 0.12], [-1.1, 0.55, 1.4], [1, 0.78, 0.5], 4, 20, { haze: 1.6 }),
    spot([1.6, 2.6, -1.4], [0, 1.5, 0], [1, 0.5, 0.4], 9, 20, { haze: 0.4 }),
    lamp([-0.9, 1.9, 1.2], [0.7, 0.7, 1], 0.35),
  ],
  back: backstage([0.035, 0.016, 0.03]),
  haze: 0.3,
  matte: 0.7,
  glow: [0.42, 0.36, 0.25],
  paint: { [METAL]: [0.16, 0.15, 0.17] },
  look: { print: print.gold, dose: 0.3, exposure: 1.4, bloom: 0.6 },
});

/** Ropes coiled on the boards. */
export const cordes = still({
  shapes: [
    ...[0, 1, 2, 3, 4].flatMap((turn) =>
      [0.26, 0.215, 0.17].map((r, i) =>
        ring(
          [0.02 * Math.sin(turn * 2), 0.03 + turn * 0.045, 0.015 * Math.cos(turn * 3)],
          [0.06 * Math.sin(turn + i), 1, 0.06 * Math.cos(turn * 2)],
          r + 0.008 * Math.sin(turn * 1.7),
          0.02,
          CLOTH,
        ),
      ),
    ),
    ...ribbon(
      [
        [0.24, 0.2, 0.06],
        [0.42, 0.1, 0.24],
        [0.3, 0.022, 0.5],
        [-0.02, 0.022, 0.44],
        [-0.3, 0.022, 0.6],
      ],
      0.02,
      0.02,
      CLOTH,
      30,
    ),
    ...[-0.55, -0.38, 0.5, 0.68].map((x) => bone([x, 0, -0.7], [x + 0.02, 3, -0.72], 0.02, 0.02, CLOTH, 0)),
    bone([-0.9, 0.62, -0.7], [0.95, 0.62, -0.7], 0.035, 0.035, WOOD, 0),
  ],
  camera: { at: [-0.35, 0.95, 2], to: [0.02, 0.3, 0.05], fov: 33 },
  lights: [
    spot([1.3, 2.6, 0.6], [0, 0.1, 0], [1, 0.78, 0.52], 3, 17, { haze: 0.3 }),
    spot([-1.5, 2.4, -1], [0, 0.2, 0], [0.6, 0.7, 1], 7, 18, { haze: 0.6, shafts: true }),
  ],
  back: backstage([0.03, 0.026, 0.03]),
  floor: { color: [0.07, 0.05, 0.035], gloss: 0.35 },
  haze: 0.22,
  matte: 0.8,
  crease: 1.6,
  paint: { [CLOTH]: [0.42, 0.33, 0.21], [WOOD]: [0.2, 0.1, 0.05] },
  look: { print: print.earth, dose: 0.3, exposure: 1.2 },
});

/** Sheet music on its stand, under its own small light. */
export const partitions = still({
  shapes: [
    bone([0, 1.06, 0], [0, 0.04, 0], 0.012, 0.014, METAL, 0),
    ...[0.4, 2.5, 4.6].map((a) => bone([0, 0.2, 0], [Math.cos(a) * 0.3, 0, Math.sin(a) * 0.3], 0.01, 0.009, METAL, 0)),
    box([0, 1.2, -0.02], [0.27, 0.19, 0.006], 0.004, METAL),
    box([0, 1.01, 0.02], [0.27, 0.008, 0.03], 0.004, METAL),
    box([-0.1, 1.195, 0.006], [0.098, 0.15, 0.002], 0.002, SKIN, 0.1),
    box([0.11, 1.2, 0.008], [0.098, 0.15, 0.002], 0.002, SKIN, -0.12),
    ...[-0.1, 0.11].flatMap((x, s) =>
      [0, 1, 2, 3, 4].flatMap((row) => [
        box([x, 1.31 - row * 0.055, 0.012 + 0.002 * s], [0.076, 0.0012, 0.001], 0.0008, HAIR, s ? -0.12 : 0.1),
        box([x, 1.296 - row * 0.055, 0.012 + 0.002 * s], [0.076, 0.0012, 0.001], 0.0008, HAIR, s ? -0.12 : 0.1),
        ...[0, 1, 2, 3, 4].map((n) =>
          ball(
            [x - 0.064 + n * 0.03 + 0.004 * row, 1.299 - row * 0.055 + 0.012 * Math.sin(n * 2 + row), 0.014],
            0.0062,
            HAIR,
            0,
          ),
        ),
      ]),
    ),
    bone([0, 1.4, -0.02], [0, 1.46, 0.1], 0.008, 0.008, METAL, 0),
    rod([0, 1.455, 0.12], [1, 0, 0], 0.1, 0.018, 0.008, METAL),
  ],
  camera: { at: [-0.42, 1.3, 1.65], to: [0.0, 1.14, 0], fov: 29 },
  lights: [
    lamp([0, 1.43, 0.16], [1, 0.82, 0.52], 0.5, { shadow: false }),
    spot([1.5, 2.6, -1.2], [0, 1.1, 0], [1, 0.55, 0.34], 8, 20, { haze: 0.7, shafts: true }),
    spot([-1.6, 2, -1], [0, 1, 0], [0.8, 0.5, 0.5], 5, 20),
  ],
  back: backstage([0.045, 0.022, 0.014], { glows: [{ at: [0, 1.3], r: 0.7, color: [0.1, 0.05, 0.02] }] }),
  floor: night,
  haze: 0.18,
  matte: 0.7,
  paint: { [SKIN]: [0.72, 0.62, 0.46], [METAL]: [0.08, 0.07, 0.07], [HAIR]: [0.02, 0.015, 0.015] },
  look: { print: print.gold, dose: 0.32, exposure: 1.15 },
});

/** Things that the artists leave behind them, in their light. */
export const violoncelle = framing({ ...malik, shapes: malik.shapes.slice(-10) }, [0.02, 0.66, 0.2], 1.6, {
  from: [-0.3, 0.14, 1],
  far: 3.4,
});
export const cerceau = framing({ ...ines, shapes: ines.shapes.slice(-2) }, [0, 1.5, 0], 2.1, {
  from: [0.12, -0.05, 1],
  far: 4.2,
});
export const chapeau = framing(
  {
    ...victor,
    shapes: [
      ...topHat([0, 0.52, 0], [0.05, 1, 0]),
      ...stool(0, 0),
      ...cane([0.3, 0.62, 0.1], [0.22, 0.01, 0.16]),
      ...floatingCards([0, 0.62, 0.02], 0.36, 0.4, 2.7, 6),
      ball([0, 0.84, 0.02], 0.028, GLOW, 0),
    ],
    lights: [lamp([0, 0.84, 0.1], [0.86, 0.7, 1], 0.2, { shadow: false }), ...victor.lights.slice(1)],
  },
  [0, 0.58, 0],
  1.25,
  { from: [0.12, 0.2, 1], far: 3, floor: { color: [0.05, 0.035, 0.08], gloss: 0.5 } },
);
export const clavier = framing({ ...solene, shapes: [...piano, ...stool(0.44, 0)] }, [-0.42, 0.84, 0], 1.9, {
  from: [0.45, 0.28, 1],
  far: 4.2,
});
export const chevalet = framing({ ...rafael, shapes: easel }, [-0.4, 1.12, 0], 2.1, {
  from: [0.2, 0.06, 1],
  far: 3.8,
  floor: { color: [0.06, 0.045, 0.034], gloss: 0.35 },
});
export const platines = framing(
  { ...sacha, shapes: [box([0, 0.9, 0.48], [1.5, 0.045, 0.26], 0.015, WOOD), ...turntable(0, 0.48)] },
  [0, 1.02, 0.46],
  0.62,
  { from: [0.35, 0.55, 1], far: 2 },
);
export const balles = framing(
  {
    ...anouk,
    shapes: jugglingBalls
      .slice(0, 5)
      .map((_, i) =>
        ball([-0.24 + 0.12 * i, i % 2 ? 0.05 : 0.048, 0.1 * Math.sin(i * 2.4)], 0.048, i % 2 ? METAL : CLOTH, 0),
      )
      .concat(ball([-0.06, 0.13, 0.02], 0.048, SKIN, 0)),
    matte: 0.7,
    paint: { [CLOTH]: [0.5, 0.3, 0.06], [SKIN]: [0.6, 0.5, 0.3], [METAL]: [0.3, 0.08, 0.05] },
  },
  [0, 0.12, 0],
  0.86,
  { from: [0.1, 0.22, 1], far: 2 },
);
