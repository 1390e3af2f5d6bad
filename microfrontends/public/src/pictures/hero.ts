import hero1000 from './hero-1000.webp';
import hero1200 from './hero-1200.webp';
import hero1600 from './hero-1600.webp';
import hero2400 from './hero-2400.webp';

/** Background picture of the home page's head. */
export const HERO = {
  src: hero1600,
  srcSet: `${hero1000} 1000w, ${hero1200} 1200w, ${hero1600} 1600w, ${hero2400} 2400w`,
  sizes: '100vw',
  width: 1600,
  height: 1000,
};
