/** The rest of the cast, each with the things of the craft apart so that they can be photographed alone. */
import * as S from '../stage.mjs';
import { lamp, print, spot } from './kit.mjs';

const { SKIN, CLOTH, HAIR, METAL, WOOD, GLOW, add, ball, blob, bone, box, drape, person, ribbon, ring, rod } = S;

/** A top hat around the point where the head ends. */
export const topHat = (at, lean = [0, 1, 0.1]) => {
  const up = S.unit(lean);
  return [
    rod(at, up, 0.006, 0.155, 0.006, CLOTH),
    rod(add(at, S.mul(up, 0.085)), up, 0.08, 0.09, 0.01, CLOTH),
    rod(add(at, S.mul(up, 0.028)), up, 0.016, 0.094, 0.006, METAL),
  ];
};
/** Cards floating along an arc of a circle, each turned a little further. */
export const floatingCards = (centre, radius, from, to, count) =>
  Array.from({ length: count }, (_, i) => {
    const angle = from + ((to - from) * i) / (count - 1);
    return box(
      add(centre, [Math.cos(angle) * radius, Math.sin(angle) * radius, 0.12 * Math.sin(i * 1.7)]),
      [0.036, 0.052, 0.001],
      0.004,
      WOOD,
      0.5 * Math.sin(i * 2.3),
    );
  });

export const victor = {
  shapes: [
    ...person({
      hips: [0, 0.98, 0],
      chest: [0, 1.31, 0],
      head: [-0.01, 1.6, 0.04],
      face: [-0.3, -0.22, 1],
      across: [1, 0, 0.12],
      hair: 'cut',
      handL: [0.2, 1.25, 0.36],
      elbowL: [1, -0.7, -0.2],
      handR: [-0.21, 1.2, 0.38],
      elbowR: [-1, -0.7, -0.2],
      sleeves: 'long',
      footL: [0.12, 0.1, 0],
      footR: [-0.12, 0.1, 0],
      build: 1,
      shoulders: 0.18,
    }),
    ...topHat([-0.01, 1.695, 0.03], [0.1, 1, 0.12]),
    drape([0, 1.44, -0.12], 1.4, 0.24, 0.6, 11, [0.05, -0.12], HAIR, 1),
    ball([0.0, 1.36, 0.4], 0.042, GLOW, 0),
    ...floatingCards([0, 1.42, 0.16], 0.52, -0.35, 3.5, 11),
  ],
  camera: { at: [0.15, 1.46, 2.9], to: [0, 1.5, 0], fov: 28 },
  lights: [
    lamp([0, 1.37, 0.46], [0.86, 0.7, 1], 0.34, { shadow: false }),
    spot([1.7, 3, -2.2], [0, 1.4, 0], [0.66, 0.42, 1], 10, 18, { shafts: true, haze: 1 }),
    spot([-1.9, 2.4, -1.6], [0, 1.4, 0], [1, 0.5, 0.85], 8, 18, { haze: 0.5 }),
  ],
  back: {
    z: -3,
    color: [0.035, 0.016, 0.07],
    folds: 8,
    glows: [{ at: [0.05, 1.55], r: 0.8, color: [0.09, 0.04, 0.17] }],
  },
  haze: 0.15,
  matte: 0.25,
  glow: [0.92, 0.82, 1],
  paint: {
    [CLOTH]: [0.04, 0.028, 0.06],
    [HAIR]: [0.05, 0.02, 0.08],
    [WOOD]: [0.75, 0.7, 0.78],
    [METAL]: [0.3, 0.16, 0.42],
  },
  look: { print: print.violet, dose: 0.36, exposure: 1.25, bloom: 1.15 },
};

/** A grand piano seen from the house, its keyboard on the right. */
export const piano = [
  box([-0.78, 0.86, -0.05], [0.62, 0.12, 0.48], 0.03, WOOD),
  box([-0.12, 0.76, -0.05], [0.09, 0.03, 0.47], 0.012, WOOD),
  box([-0.1, 0.803, -0.05], [0.068, 0.008, 0.43], 0.003, METAL),
  ...Array.from({ length: 14 }, (_, i) => box([-0.125, 0.818, -0.45 + i * 0.061], [0.04, 0.009, 0.009], 0.003, WOOD)),
  rod([-0.86, 1.33, -0.24], [0, -0.78, 0.62], 0.006, 0.6, 0.014, WOOD),
  bone([-0.5, 0.98, 0.36], [-0.62, 1.58, 0.2], 0.009, 0.009, WOOD, 0),
  box([-0.3, 1.06, -0.05], [0.004, 0.1, 0.2], 0.003, HAIR),
  ...[
    [-0.3, 0.32],
    [-0.3, -0.42],
    [-1.25, -0.05],
  ].map(([x, z]) => bone([x, 0.74, z], [x, 0.03, z], 0.05, 0.032, WOOD, 0)),
  bone([-0.6, 0.74, 0], [-0.58, 0.1, 0], 0.018, 0.018, WOOD, 0),
  box([-0.56, 0.1, 0], [0.05, 0.012, 0.07], 0.01, METAL),
];
export const stool = (x, z, height = 0.46) => [
  box([x, height, z], [0.17, 0.03, 0.2], 0.02, CLOTH),
  ...[
    [-0.13, -0.16],
    [-0.13, 0.16],
    [0.13, -0.16],
    [0.13, 0.16],
  ].map(([dx, dz]) => bone([x + dx, height - 0.03, z + dz], [x + dx * 1.1, 0, z + dz * 1.1], 0.016, 0.012, WOOD, 0)),
];

export const solene = {
  shapes: [
    ...person({
      hips: [0.42, 0.6, 0],
      chest: [0.36, 0.93, 0],
      head: [0.27, 1.2, 0.01],
      face: [-1, -0.45, 0.12],
      up: [-0.25, 1, 0],
      across: [0.12, 0, 1],
      hipLine: [0, 0, 1],
      hair: 'bun',
      handL: [-0.02, 0.86, 0.2],
      elbowL: [0.5, -1, 0.5],
      handR: [-0.05, 0.88, -0.2],
      elbowR: [0.4, -1, -0.5],
      footL: [-0.1, 0.07, 0.14],
      kneeL: [-0.8, 1, 0.1],
      toeL: [-1, -0.2, 0],
      footR: [0.02, 0.07, -0.1],
      kneeR: [-0.8, 1, 0],
      toeR: [-1, -0.2, 0],
      straps: true,
      build: 0.9,
      shoulders: 0.15,
    }),
    ...piano,
    ...stool(0.44, 0),
  ],
  camera: { at: [0.5, 1.22, 4.6], to: [-0.28, 0.87, 0], fov: 29 },
  lights: [
    spot([0.9, 4, -1.4], [0.1, 0.6, 0], [0.62, 0.76, 1], 13, 17, { shafts: true, haze: 1.1 }),
    spot([-2.6, 2.8, -1], [-0.6, 0.9, 0], [0.4, 0.55, 1], 7, 20, { haze: 0.4 }),
    spot([1.9, 2.2, 1.6], [0.1, 0.9, 0], [1, 0.85, 0.66], 2.4, 22, { haze: 0, back: false }),
    lamp([-0.2, 1.3, 0.7], [1, 0.8, 0.55], 0.07),
  ],
  back: {
    z: -2.6,
    color: [0.012, 0.02, 0.055],
    folds: 8,
    glows: [{ at: [0.1, 1.2], r: 1.1, color: [0.018, 0.035, 0.1] }],
  },
  floor: { color: [0.025, 0.03, 0.05], gloss: 0.55 },
  haze: 0.26,
  matte: 0.4,
  paint: { [WOOD]: [0.018, 0.018, 0.026], [METAL]: [0.8, 0.78, 0.72], [CLOTH]: [0.035, 0.045, 0.12] },
  look: {
    print: print.night,
    dose: 0.36,
    exposure: 1.3,
    wings: [{ side: 'right', at: 0.98, soft: 0.05, slope: -0.03 }],
  },
};

export const cane = (from, to) => [bone(from, to, 0.011, 0.009, WOOD, 0), ball(from, 0.022, METAL, 0)];
export const anouk = {
  shapes: [
    ...person({
      hips: [-0.04, 1.12, 0],
      chest: [0.02, 1.43, 0],
      head: [0.09, 1.7, 0.02],
      face: [0.85, 0.22, 0.45],
      up: [0.2, 1, 0],
      across: [0.6, 0.12, -0.8],
      hipLine: [0.6, 0, -0.8],
      hair: 'bun',
      handL: [0.46, 1.86, -0.12],
      elbowL: [0.6, -0.6, -0.6],
      handR: [-0.46, 1.5, 0.2],
      elbowR: [-0.2, -1, 0.2],
      footL: [0.62, 0.9, -0.02],
      kneeL: [0.4, 1, 0.2],
      toeL: [1, 0.35, 0],
      footR: [-0.44, 0.42, 0.02],
      kneeR: [0.8, 0.1, 0.5],
      toeR: [-0.7, -0.7, 0],
      sleeves: 'long',
      build: 0.88,
      shoulders: 0.15,
    }),
    ...topHat([0.52, 1.94, -0.12], [0.45, 1, 0]),
    ...cane([-0.54, 1.56, 0.22], [-0.86, 0.86, 0.24]),
  ],
  camera: { at: [0, 1.2, 4.6], to: [-0.04, 1.22, 0], fov: 28 },
  lights: [
    spot([1.4, 2.8, -2], [0.1, 1.3, 0], [1, 0.86, 0.5], 7, 20, { haze: 0.3 }),
    spot([-1.6, 1.4, -2], [0.1, 1.3, 0], [1, 0.72, 0.36], 6, 22, { haze: 0.25 }),
    spot([0.4, 4, 0.6], [0, 0, 0.2], [1, 0.85, 0.55], 5, 14, { haze: 0, back: false }),
    lamp([0.8, 2.2, 2], [1, 0.8, 0.5], 0.05),
  ],
  back: {
    z: -2.8,
    color: [0.09, 0.05, 0.012],
    glows: [{ at: [-0.02, 1.3], r: 1.3, soft: 0.05, hard: true, halo: 0.6, color: [0.85, 0.56, 0.16] }],
  },
  haze: 0.1,
  floor: { color: [0.06, 0.04, 0.02], gloss: 0.45 },
  paint: { [CLOTH]: [0.03, 0.022, 0.016], [WOOD]: [0.03, 0.02, 0.014] },
  look: { print: print.sun, dose: 0.44, exposure: 1, bloom: 0.85, grain: 11 },
};

/** A point of the canvas, right and up of its middle. */
const onCanvas = (right, up) => [
  -0.42 + right * Math.cos(0.55) + 0.016 * Math.sin(0.55),
  1.36 + up,
  -right * Math.sin(0.55) + 0.016 * Math.cos(0.55),
];
/** A canvas on its easel; the canvas is METAL so that it can be painted light. */
export const easel = [
  box([-0.42, 1.36, 0], [0.33, 0.4, 0.012], 0.006, METAL, 0.55),
  bone([-0.42, 2.0, -0.06], [-0.42, 0.9, -0.03], 0.02, 0.02, WOOD, 0),
  bone([-0.46, 1.95, -0.06], [-0.72, 0, 0.16], 0.018, 0.018, WOOD, 0),
  bone([-0.38, 1.95, -0.06], [-0.12, 0, -0.2], 0.018, 0.018, WOOD, 0),
  bone([-0.42, 1.9, -0.1], [-0.5, 0, -0.6], 0.016, 0.016, WOOD, 0),
  box([-0.4, 0.93, 0.03], [0.36, 0.016, 0.035], 0.008, WOOD, 0.55),
  // A dancer, half painted: strokes given on the canvas, right and up.
  ...[
    [
      [-0.02, 0.24],
      [0.01, 0.14],
      [-0.01, 0.02],
      [0.03, -0.12],
      [0.05, -0.3],
    ],
    [
      [0, 0.13],
      [0.1, 0.2],
      [0.2, 0.29],
    ],
    [
      [-0.01, 0.13],
      [-0.12, 0.1],
      [-0.22, 0.18],
    ],
    [
      [0.0, -0.02],
      [-0.1, -0.1],
      [-0.22, -0.12],
    ],
    [
      [0.0, 0.0],
      [0.12, -0.06],
      [0.2, -0.15],
      [0.1, -0.16],
      [-0.04, -0.13],
    ],
  ].flatMap((stroke) =>
    ribbon(
      stroke.map(([u, v]) => onCanvas(u, v)),
      0.011,
      0.003,
      HAIR,
      12,
    ),
  ),
  ball(onCanvas(-0.03, 0.275), 0.024, HAIR, 0),
];
export const rafael = {
  shapes: [
    ...person({
      hips: [0.38, 0.98, 0.02],
      chest: [0.33, 1.31, 0.04],
      head: [0.27, 1.6, 0.07],
      face: [-1, -0.1, 0.06],
      up: [-0.1, 1, 0],
      across: [-0.12, -0.02, 1],
      hipLine: [0.2, 0, 1],
      hair: 'cut',
      handR: [-0.04, 1.46, 0.0],
      elbowR: [0.3, -1, -0.4],
      handL: [0.1, 1.14, 0.36],
      elbowL: [0.9, -0.7, 0.5],
      sleeves: 'short',
      footL: [0.42, 0.1, 0.1],
      footR: [0.3, 0.1, -0.1],
      build: 1,
      shoulders: 0.17,
    }),
    blob([0.3, 1.7, 0.06], [0.125, 0.042, 0.12], CLOTH, 0.03),
    ball([0.35, 1.735, 0.05], 0.02, CLOTH, 0.02),
    bone([0.02, 1.44, 0.02], [-0.26, 1.56, 0.06], 0.006, 0.005, WOOD, 0),
    bone([-0.24, 1.552, 0.058], [-0.3, 1.577, 0.064], 0.009, 0.004, HAIR, 0),
    rod([0.02, 1.12, 0.42], [0.25, 1, 0.3], 0.004, 0.15, 0.005, WOOD),
    ...[
      [0.07, 0.05],
      [-0.02, 0.09],
      [-0.08, 0.03],
      [-0.06, -0.06],
    ].map(([x, z]) => ball([0.02 + x, 1.13 - x * 0.25 - z * 0.3, 0.42 + z], 0.02, CLOTH, 0)),
    ...easel,
  ],
  camera: { at: [-0.15, 1.48, 3.1], to: [-0.05, 1.42, 0], fov: 28 },
  lights: [
    spot([-1.3, 2.5, 1.5], [-0.42, 1.35, 0], [1, 0.88, 0.68], 6, 15, { haze: 0.2, back: false }),
    spot([1.9, 2.9, -1.8], [0.2, 1.4, 0], [1, 0.74, 0.5], 9, 18, { haze: 0.8, shafts: true }),
    spot([-2.2, 2.2, -1.4], [0, 1.4, 0], [0.8, 0.7, 0.62], 5, 18, { haze: 0.3 }),
    lamp([-0.3, 1.4, 0.7], [1, 0.85, 0.66], 0.1, { shadow: false }),
  ],
  back: { z: -2.8, color: [0.045, 0.034, 0.026], glows: [{ at: [0.2, 1.5], r: 1, color: [0.05, 0.034, 0.02] }] },
  haze: 0.16,
  matte: 0.3,
  paint: { [METAL]: [0.72, 0.66, 0.56], [WOOD]: [0.28, 0.16, 0.08], [CLOTH]: [0.06, 0.05, 0.05] },
  look: {
    print: print.earth,
    dose: 0.42,
    exposure: 1.2,
    bokeh: [
      { at: [0.9, 0.2], r: 0.03, k: 0.3, color: [1, 0.75, 0.45] },
      { at: [0.82, 0.11], r: 0.022, k: 0.24, color: [1, 0.7, 0.4] },
    ],
  },
};

/** A record player: platter, record, arm. */
export const turntable = (x, z) => [
  box([x, 0.98, z], [0.2, 0.03, 0.17], 0.012, WOOD),
  rod([x - 0.02, 1.022, z], [0, 1, 0], 0.005, 0.148, 0.004, METAL),
  rod([x - 0.02, 1.03, z], [0, 1, 0], 0.003, 0.135, 0.003, CLOTH),
  rod([x - 0.02, 1.034, z], [0, 1, 0], 0.002, 0.045, 0.002, GLOW),
  ball([x + 0.16, 1.03, z - 0.12], 0.024, METAL, 0),
  bone([x + 0.16, 1.055, z - 0.12], [x + 0.14, 1.05, z + 0.06], 0.006, 0.005, METAL, 0),
  bone([x + 0.14, 1.05, z + 0.06], [x + 0.07, 1.045, z + 0.1], 0.006, 0.009, METAL, 0),
];
export const sacha = {
  shapes: [
    ...person({
      hips: [0, 0.96, -0.08],
      chest: [0, 1.29, 0],
      head: [0.02, 1.57, 0.07],
      face: [0.35, -0.4, 1],
      up: [0.05, 1, 0.15],
      across: [1, 0.02, 0.1],
      hair: 'bun',
      handL: [0.15, 1.6, 0.1],
      elbowL: [1, -0.5, 0.3],
      handR: [-0.36, 1.06, 0.44],
      elbowR: [-1, -0.3, 0],
      sleeves: 'short',
      footL: [0.1, 0.1, -0.1],
      footR: [-0.1, 0.1, -0.1],
      build: 0.95,
      shoulders: 0.165,
    }),
    ring([0.015, 1.615, 0.045], [0.35, -0.1, 1], 0.122, 0.011, METAL),
    rod([0.115, 1.575, 0.03], [1, 0, -0.35], 0.02, 0.048, 0.012, METAL),
    rod([-0.085, 1.575, 0.1], [1, 0, -0.35], 0.02, 0.048, 0.012, METAL),
    box([0, 0.9, 0.48], [1.5, 0.045, 0.26], 0.015, WOOD),
    ...turntable(-0.36, 0.48),
    ...turntable(0.4, 0.48),
    box([0.02, 0.985, 0.5], [0.11, 0.035, 0.15], 0.01, WOOD),
    ...[-0.05, 0, 0.05].flatMap((x) =>
      [0.4, 0.46, 0.52].map((z) => rod([0.02 + x, 1.035, z], [0, 1, 0], 0.008, 0.009, 0.003, METAL)),
    ),
  ],
  camera: { at: [-0.2, 1.55, 2.7], to: [0, 1.38, 0.1], fov: 29 },
  lights: [
    spot([-2, 2.6, -1.4], [0, 1.4, 0], [0.25, 0.9, 1], 10, 19, { haze: 0.7, shafts: true }),
    spot([2, 2.4, -1.3], [0, 1.4, 0], [1, 0.22, 0.78], 10, 19, { haze: 0.7, shafts: true }),
    lamp([0.9, 2.1, 1.3], [1, 0.3, 0.8], 0.1),
    lamp([-1, 1.8, 1.3], [0.3, 0.8, 1], 0.08),
    lamp([0, 1.15, 0.7], [1, 0.5, 0.9], 0.05),
  ],
  back: {
    z: -3,
    color: [0.03, 0.008, 0.045],
    glows: [{ at: [0, 1.5], r: 1, color: [0.06, 0.012, 0.08] }],
    bars: [
      { at: [-0.85, 1.7], w: 0.012, h: 0.8, soft: 0.04, color: [0.06, 0.6, 0.7] },
      { at: [-0.45, 1.95], w: 0.012, h: 0.8, soft: 0.03, color: [0.4, 0.08, 0.5] },
      { at: [0.55, 1.95], w: 0.012, h: 0.8, soft: 0.03, color: [0.08, 0.4, 0.6] },
      { at: [0.95, 1.7], w: 0.012, h: 0.8, soft: 0.04, color: [0.75, 0.06, 0.5] },
    ],
  },
  haze: 0.16,
  matte: 0.16,
  glow: [1, 0.35, 0.75],
  paint: { [METAL]: [0.2, 0.2, 0.24], [WOOD]: [0.03, 0.028, 0.04], [CLOTH]: [0.03, 0.02, 0.035] },
  look: { print: print.neon, dose: 0.26, exposure: 1.3, bloom: 1.1 },
};

/** Juggling balls caught in their arc. */
export const jugglingBalls = Array.from({ length: 7 }, (_, i) => {
  const t = i / 6;
  return ball([-0.53 + 1.06 * t, 1.62 + 1.7 * t * (1 - t), 0.2 + 0.04 * Math.sin(i * 2)], 0.041, GLOW, 0);
});
export const gabin = {
  shapes: [
    ...person({
      hips: [0, 0.98, 0],
      chest: [0, 1.3, -0.02],
      head: [0, 1.58, -0.01],
      face: [0.3, 0.3, 1],
      up: [0, 1, -0.2],
      across: [1, 0, 0.1],
      hair: 'cut',
      handL: [0.5, 1.42, 0.16],
      elbowL: [0.3, -1, 0.1],
      handR: [-0.5, 1.42, 0.16],
      elbowR: [-0.3, -1, 0.1],
      sleeves: 'short',
      footL: [0.16, 0.1, 0],
      footR: [-0.16, 0.1, 0],
      toeL: [0.3, -0.2, 1],
      toeR: [-0.3, -0.2, 1],
      build: 1,
      shoulders: 0.175,
    }),
    ...jugglingBalls,
  ],
  camera: { at: [0.1, 1.4, 3.6], to: [0, 1.52, 0], fov: 28 },
  lights: [
    ...[-0.3, 0, 0.3].map((x) => lamp([x, 1.95 - x * x * 3, 0.4], [1, 0.86, 0.6], 0.09, { shadow: false })),
    spot([2, 3, -1.6], [0, 1.4, 0], [0.7, 0.86, 1], 9, 18, { shafts: true, haze: 0.9 }),
    spot([-2, 2.6, -1.6], [0, 1.4, 0], [0.6, 0.8, 1], 7, 18, { haze: 0.5 }),
    lamp([0.9, 1.5, 1.6], [1, 0.85, 0.66], 0.12),
  ],
  back: {
    z: -2.8,
    color: [0.02, 0.035, 0.05],
    folds: 9,
    glows: [{ at: [0, 1.7], r: 0.85, color: [0.03, 0.055, 0.08] }],
  },
  haze: 0.2,
  matte: 0.2,
  glow: [1, 0.84, 0.52],
  paint: { [SKIN]: [0.28, 0.17, 0.12], [CLOTH]: [0.12, 0.13, 0.16] },
  look: { print: print.sky, dose: 0.38, exposure: 1.2, bloom: 1.2 },
};
