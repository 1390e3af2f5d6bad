/**
 * The only script that a painted page brings along: some hundred bytes, loaded beside the styles, so it imports nothing.
 * What is seen comes first on a slow line: the others are fetched when the page's own pictures are there, or when somebody
 * touches it. A button pressed before anything could answer is pressed again once the part that holds it says that it answers.
 */
(() => {
  const { currentScript } = document;
  const starting = currentScript?.dataset.start?.split(' ') ?? [];
  const touches = ['pointerdown', 'keydown', 'wheel'] as const;

  const load = () => {
    removeEventListener('load', load);
    for (const touch of touches) removeEventListener(touch, load);
    document.querySelectorAll<HTMLLinkElement>('link[rel=preload][media="not all"]').forEach((link) => link.removeAttribute('media'));
    for (const src of starting) document.head.append(Object.assign(document.createElement('script'), { src, async: false }));
  };
  addEventListener('load', load);
  for (const touch of touches) addEventListener(touch, load, { passive: true });

  let pressed: Element | null = null;
  const answering: Element[] = [];
  document.addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element && target.closest('#root button');
      if (button && !answering.some((part) => part.contains(button))) pressed = button;
    },
    true,
  );
  document.addEventListener('answers', ({ target }) => {
    if (!(target instanceof Element)) return;
    answering.push(target);
    if (!(pressed instanceof HTMLElement) || !target.contains(pressed)) return;
    pressed.click();
    pressed = null;
  });
})();
