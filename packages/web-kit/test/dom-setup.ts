import '@testing-library/jest-dom/jest-globals';
import '../../ui/test/browser-parts.ts';
