/** Every picture by its file name. */
import * as first from './first-cast.mjs';
import { faces, photographs } from './framings.mjs';
import * as second from './second-cast.mjs';
import * as stills from './stills.mjs';

const { hero, ...objects } = stills;

const named = (prefix, pictures) =>
  Object.fromEntries(Object.entries(pictures).map(([name, scene]) => [`${prefix}-${name}`, scene]));
const { nina, maelle, idris, camille, theo, astree, malik, ines } = first;
const { victor, solene, anouk, rafael, sacha, gabin } = second;

export const scenes = {
  hero,
  ...named('cover', {
    nina,
    maelle,
    idris,
    camille,
    theo,
    astree,
    malik,
    ines,
    victor,
    solene,
    anouk,
    rafael,
    sacha,
    gabin,
  }),
  ...named('avatar', faces),
  ...Object.assign(
    {},
    ...Object.entries(photographs).map(([name, taken]) =>
      named(`photo-${name}`, Object.fromEntries(taken.map((scene, i) => [i + 1, scene]))),
    ),
  ),
  ...named('still', objects),
};
