import { Steps } from 'ui/checkout-step';

const STEPS = ['Inscription', 'Paiement', 'Accès'] as const;

/** How far on the road from registration to access. */
export const CheckoutSteps = ({ done }: { done: number }) => <Steps steps={STEPS} done={done} />;
