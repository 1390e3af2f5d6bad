/** Faces and further photographs of the cast: the same scenes from elsewhere, closer, or printed in black and white. */
import * as first from './first-cast.mjs';
import { closeUp, framing, silver } from './kit.mjs';
import * as second from './second-cast.mjs';

const { nina, maelle, idris, camille, theo, astree, malik, ines } = first;
const { victor, solene, anouk, rafael, sacha, gabin } = second;

export const faces = {
  nina: closeUp(nina, [-0.07, 1.54, 0.02], 0.5, [-0.06, -0.02, 1]),
  maelle: closeUp(maelle, [-0.26, 1.46, 0.03], 0.52),
  idris: closeUp(idris, [-0.02, 1.56, 0.1], 0.56, [-0.1, 0, 1]),
  camille: closeUp(camille, [0.01, 1.63, 0.05], 0.54),
  theo: closeUp(theo, [0, 1.58, 0.1], 0.52),
  astree: closeUp(astree, [0.0, 1.66, 0.03], 0.78),
  malik: closeUp(malik, [-0.02, 1.12, 0.06], 0.52),
  ines: closeUp(ines, [0.38, 1.5, 0.02], 0.6),
  victor: closeUp(victor, [0, 1.66, 0.04], 0.56),
  solene: closeUp(solene, [0.25, 1.16, 0.01], 0.5),
  anouk: closeUp(anouk, [0.12, 1.68, 0.02], 0.56),
  rafael: closeUp(rafael, [0.23, 1.6, 0.06], 0.52),
  sacha: closeUp(sacha, [0.02, 1.56, 0.06], 0.54, [0.1, 0, 1]),
  gabin: closeUp(gabin, [0.01, 1.56, 0], 0.54, [0.15, 0.05, 1]),
};

const flame = { at: [0.5, 0.5], w: 0.24, h: 0.42 };
export const photographs = {
  nina: [
    framing(nina, [-0.1, 1.5, 0.02], 0.72, { from: [-0.8, 0.02, 0.62] }),
    framing(nina, [-0.19, 1.47, 0.06], 0.42, { from: [0.1, -0.12, 1] }),
    framing(nina, [-0.06, 1.3, 0], 1.2, { from: [0.4, 0.08, 1], far: 4, look: { ...silver, exposure: 2.2 } }),
  ],
  maelle: [
    framing(maelle, [-0.28, 1.38, 0.04], 0.95, { from: [-0.55, 0.04, 0.85] }),
    framing(maelle, [0.06, 0.42, 0], 1.0, { from: [0.3, 0.22, 1] }),
    framing(maelle, [0.08, 1.0, 0], 2.2, { from: [0.55, 0.1, 0.85], far: 4.6, look: silver }),
  ],
  idris: [
    framing(idris, [-0.03, 1.5, 0.3], 0.52, { from: [0.4, -0.08, 1] }),
    framing(idris, [0, 1.5, 0.1], 0.9, { from: [-0.85, 0.05, 0.55] }),
    framing(idris, [0, 1.34, 0], 1.3, { from: [0.28, -0.3, 1], far: 3.4, look: { ...silver, exposure: 1.9 } }),
  ],
  camille: [
    framing(camille, [-0.36, 1.2, 0.34], 0.72, {
      from: [-0.1, 0.12, 1],
      look: { flame: { ...flame, at: [0.42, 0.66] } },
    }),
    framing(camille, [0.02, 1.56, 0.05], 0.85, { from: [-0.7, 0.04, 0.75] }),
    framing(camille, [-0.1, 1.3, 0.15], 1.35, { from: [0.5, 0.16, 0.9], far: 3.4, look: silver }),
  ],
  theo: [
    framing(theo, [-0.01, 1.58, 0.2], 0.46, { from: [-0.45, 0.05, 1] }),
    framing(theo, [0, 1.54, 0.1], 0.82, { from: [0.82, 0.02, 0.6] }),
    framing(theo, [0, 1.46, 0.05], 1.05, {
      from: [-0.35, -0.1, 1],
      far: 3.2,
      look: { ...silver, exposure: 2, contrast: 1.3 },
    }),
  ],
  astree: [
    framing(astree, [0, 1.72, 0.03], 0.95, { from: [-0.55, -0.08, 0.9] }),
    framing(astree, [-0.42, 1.98, 0.26], 0.62, { from: [0.2, -0.15, 1] }),
    framing(astree, [0, 1.22, 0], 2.3, { from: [0.35, -0.1, 1], far: 4.4, look: silver }),
  ],
  malik: [
    framing(malik, [-0.05, 0.62, 0.36], 0.72, { from: [-0.35, 0.1, 1] }),
    framing(malik, [0.03, 1.12, 0.14], 0.72, { from: [0.55, 0.03, 0.9] }),
    framing(malik, [0.02, 0.7, 0.1], 1.75, { from: [0.62, 0.22, 0.85], far: 3.8, look: silver }),
  ],
  ines: [
    framing(ines, [0.28, 1.42, 0], 0.85, { from: [0.25, -0.1, 1] }),
    framing(ines, [0.42, 1.6, 0.02], 0.6, { from: [-0.3, 0.05, 1] }),
    framing(ines, [0, 1.5, 0], 2.4, { from: [-0.4, -0.16, 1], far: 4.2, look: silver }),
  ],
  victor: [
    framing(victor, [0, 1.68, 0.04], 0.66, { from: [-0.55, -0.1, 0.9] }),
    framing(victor, [0, 1.3, 0.36], 0.62, { from: [0.25, 0.12, 1] }),
    framing(victor, [0, 1.2, 0], 2.1, { from: [0.3, -0.12, 1], far: 4.2, look: silver }),
  ],
  solene: [
    framing(solene, [0.22, 1.06, 0], 0.8, { from: [-0.25, 0.1, 1] }),
    framing(solene, [-0.04, 0.87, 0.02], 0.6, { from: [0.5, 0.5, 0.8] }),
    framing(solene, [-0.3, 0.84, 0], 2.0, { from: [-0.3, 0.3, 1], far: 4.4, look: silver }),
  ],
  anouk: [
    framing(anouk, [0.14, 1.62, 0], 0.95, { from: [0.3, -0.06, 1] }),
    framing(anouk, [0.44, 1.86, -0.1], 0.8, { from: [-0.25, -0.1, 1] }),
    framing(anouk, [0, 1.2, 0], 2.3, { from: [0.35, -0.14, 1], far: 4.4, look: silver }),
  ],
  rafael: [
    framing(rafael, [0.2, 1.56, 0.06], 0.7, { from: [-0.5, 0.04, 1] }),
    framing(rafael, [-0.1, 1.3, 0.2], 0.66, { from: [0.3, 0.25, 1] }),
    framing(rafael, [-0.1, 1.34, 0], 1.55, { from: [0.4, 0.1, 0.95], far: 3.6, look: silver }),
  ],
  sacha: [
    framing(sacha, [0.02, 1.55, 0.06], 0.66, { from: [0.5, -0.04, 1] }),
    framing(sacha, [-0.36, 1.06, 0.46], 0.56, { from: [-0.15, 0.6, 1] }),
    framing(sacha, [0, 1.28, 0.2], 1.4, { from: [-0.55, 0.22, 0.9], far: 3.4, look: silver }),
  ],
  gabin: [
    framing(gabin, [0.02, 1.6, 0.05], 0.85, { from: [-0.5, -0.05, 1] }),
    framing(gabin, [0.44, 1.56, 0.16], 0.62, { from: [-0.25, -0.04, 1] }),
    framing(gabin, [0, 1.12, 0], 2.4, {
      from: [0.35, 0.06, 1],
      far: 4.4,
      look: { ...silver, exposure: 1.35 },
      floor: { color: [0.04, 0.045, 0.05], gloss: 0.4 },
    }),
  ],
};
