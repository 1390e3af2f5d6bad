import { Steps } from 'ui/act';

const STEPS = ['Inscription', 'Paiement', 'Accès'] as const;

/** How far on the road from registration to access. */
export const RoadSteps = ({ done }: { done: number }) => <Steps steps={STEPS} done={done} />;
