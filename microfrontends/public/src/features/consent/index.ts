export { ConsentChoices } from './consent-choices.tsx';
