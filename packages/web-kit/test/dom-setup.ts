import '@testing-library/jest-dom/jest-globals';
import '../../ui/test/browser-parts.ts';

// As the stylesheet does, which jsdom does not load: the container of the toasts has `pointer-events: none`, the toast itself has not.
document.head.insertAdjacentHTML('beforeend', '<style data-jsdom>[data-toast] { pointer-events: auto }</style>');
