import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ToastProvider } from 'ui/toast';
import { createQueryClient, QueryClientProvider } from 'web-kit/query';
import { adminSession } from 'web-kit/session';
import { MediaList, useWrongLikes } from '../src/media-list/index.tsx';
import { createQueue } from '../src/uploads/index.tsx';
import { expectToast } from './toasts.ts';

const missing = () => {
  throw new Error('chunk missing');
};
jest.mock('../src/media-list/media-viewer.tsx', () => missing());
jest.mock('../src/media-list/publication-dialog.tsx', () => missing());

const PHOTO = {
  id: '1',
  filename: '11111111-5a0e-4c57-9a39-3f0c2f7b9a11.webp',
  filePath: '/m/1.webp',
  image: '/m/1-thumb.webp',
  likes: null,
  isLocked: true,
  isViewable: true,
  state: 'ready' as const,
};
function Form() {
  const [client] = useState(createQueryClient);
  const [queue] = useState(() => createQueue());
  const { wrongLikes, setWrongLikes } = useWrongLikes();
  return (
    <QueryClientProvider client={client}>
      <ToastProvider>
        <input aria-label="Bio" />
        <MediaList
          fileType="photos"
          slug="nina"
          session={adminSession}
          queue={queue}
          items={[PHOTO]}
          wrongLikes={wrongLikes}
          onWrongLikes={setWrongLikes}
          isDrawn
          onChange={() => undefined}
          onPicture={() => undefined}
        />
      </ToastProvider>
    </QueryClientProvider>
  );
}

test.each([/^Ouvrir Photo 1/, 'Programmer Photo 1'])(
  'the form stays with what was typed where the code of a dialog is missing (%s)',
  async (button) => {
    localStorage.clear();
    render(<Form />);
    await userEvent.type(screen.getByRole('textbox', { name: 'Bio' }), 'Trapéziste');
    await userEvent.click(screen.getByRole('button', { name: button }));
    await expectToast('Erreur', 'Vérifiez votre connexion, puis réessayez.');
    expect(screen.getByRole('textbox', { name: 'Bio' })).toHaveValue('Trapéziste');
  },
);
