import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MODEL_FIELD_NAMES, MODEL_FIELDS, MODEL_SECTIONS } from 'contracts/model-fields';
import { ToastProvider } from 'ui/toast';
import { MemoryRouter } from 'web-kit/router';
import { adminSession } from 'web-kit/session';
import { modelOf } from '../../web-kit/test/model.ts';
import { ModelForm } from '../src/model-form/index.tsx';
import type { ModelsApi } from '../src/model-list/index.tsx';

const nina = modelOf({ id: 'id-nina', edit_revision: 3 });
const update = jest.fn<ModelsApi['update']>();
const show = (withRedirection: boolean) =>
  render(
    <MemoryRouter>
      <ToastProvider>
        <ModelForm
          model={nina}
          api={{
            session: adminSession,
            withRedirection,
            load: jest.fn<ModelsApi['load']>(),
            create: jest.fn<ModelsApi['create']>(),
            update,
            remove: jest.fn<ModelsApi['remove']>(),
            resetOverride: jest.fn<ModelsApi['resetOverride']>(),
          }}
          onClose={() => undefined}
          onSaved={() => undefined}
        />
      </ToastProvider>
    </MemoryRouter>,
  );
beforeEach(() => {
  update.mockReset().mockResolvedValue(nina);
  Object.assign(globalThis, {
    IntersectionObserver: class {
      observe() {}
      disconnect() {}
    },
  });
});

/** Rows that the form draws as an input of their own name. */
const INPUTS = MODEL_FIELD_NAMES.filter((name) => {
  const input = MODEL_FIELDS[name].form?.input;
  return input !== undefined && input !== 'picture' && input !== 'mediaList';
});
const labelOf = (name: (typeof INPUTS)[number]) => MODEL_FIELDS[name].form?.label ?? '';

describe('ModelForm', () => {
  test('draws an input for each row of the table, in its order', () => {
    show(true);
    const inputs = INPUTS.map((name) => document.querySelector(`[name="${name}"]`));
    inputs.forEach((input, index) => {
      const name = INPUTS[index] as (typeof INPUTS)[number];
      expect([name, screen.getAllByLabelText(labelOf(name)).some((labelled) => labelled === input)]).toEqual([
        name,
        true,
      ]);
    });
    const drawn = [...document.querySelectorAll('form [name]')].filter((input) => inputs.includes(input));
    expect(drawn.map((input) => input.getAttribute('name'))).toEqual(INPUTS);
  });

  test('shows the sections in their order, the redirection to the administrator alone', () => {
    show(false);
    const ids = [...document.querySelectorAll('form section[id], form fieldset[id]')].map(({ id }) => id);
    expect(ids).toEqual(MODEL_SECTIONS.filter((section) => section !== 'redirection').map((id) => `model-${id}`));
  });

  test('sends a text typed into any row’s input under that row’s name', async () => {
    show(true);
    await userEvent.type(screen.getByLabelText('Titre personnalisé'), 'Ce soir');
    await userEvent.click(screen.getByRole('button', { name: 'Mettre à jour' }));
    await waitFor(() => expect(update).toHaveBeenCalledTimes(1));
    expect(update.mock.calls[0]?.[1]).toMatchObject({ custom_title: 'Ce soir', age: '27', is_verified: false });
  });

  test('leaves the redirection out of what an affiliate sends', async () => {
    show(false);
    await userEvent.type(screen.getByLabelText('Bio'), ' Et de jour.');
    await userEvent.click(screen.getByRole('button', { name: 'Mettre à jour' }));
    await waitFor(() => expect(update).toHaveBeenCalledTimes(1));
    expect(JSON.parse(JSON.stringify(update.mock.calls[0]?.[1]))).not.toHaveProperty('adexico_source_id');
  });
});
