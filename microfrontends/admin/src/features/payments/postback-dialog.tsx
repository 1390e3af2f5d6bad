import type { StoredPostback } from 'contracts/operations/postbacks';
import { TEXTS } from 'contracts/texts';
import { useId, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import { Facts } from 'ui/facts';
import { Field } from 'ui/field';
import { Note } from 'ui/note';
import { Loading, Skeleton } from 'ui/skeleton';
import { useToast } from 'ui/toast';
import { ApiError, messageOf } from 'web-kit/api';
import { formatDateTime, formatMoment } from 'web-kit/formats';
import { reconcile, replay, review, useCandidates } from './api/match-postback.ts';
import styles from './payments.module.css';
import { candidateReason, isReviewable, titleOf, verdictOf } from './postback-texts.ts';

interface PostbackDialogProps {
  postback: StoredPostback;
  onClose: () => void;
  /** Called after the postback was matched or reviewed, to refetch the lists. */
  onChanged: () => void;
}

/**
 * One postback with its reason and the received call; an unmatched one can be assigned or matched again, a flagged one reviewed.
 */
export function PostbackDialog(props: PostbackDialogProps) {
  return props.postback.verdict === 'unmatched' ? <ReconciliationDrawer {...props} /> : <DetailDialog {...props} />;
}

function DetailDialog({ postback, onClose, onChanged }: PostbackDialogProps) {
  const { label, reason } = verdictOf(postback);
  return (
    <Dialog open onClose={onClose} title={titleOf(postback)} titleStyle="heading">
      <p className="soft">
        {postback.partner}, reçu le {formatDateTime(postback.received_at)}
      </p>
      <p>
        <strong>{label}.</strong> {reason}
      </p>
      <PostbackFacts postback={postback} />
      {isReviewable(postback) && <Review postback={postback} onChanged={onChanged} />}
      <ReceivedCall postback={postback} />
    </Dialog>
  );
}

function PostbackFacts({ postback }: Pick<PostbackDialogProps, 'postback'>) {
  return (
    <Facts
      facts={[
        { term: 'Transaction', value: postback.transaction_id || '–' },
        ...(postback.original_transaction_id
          ? [{ term: 'Transaction d’origine', value: postback.original_transaction_id }]
          : []),
        ...(postback.subscriber ? [{ term: 'Abonné', value: postback.subscriber.email }] : []),
      ]}
    />
  );
}

function ReceivedCall({ postback: { call } }: { postback: StoredPostback }) {
  if (!call) return <p className="small soft">L’appel n’a pas été conservé.</p>;
  const lines = [`${call.method} ${call.path}`, ...call.parameters.map(({ name, value }) => `${name}=${value}`)];
  return (
    <div className={styles.call}>
      <p className="small">
        <strong>Appel reçu</strong> <span className="soft">(clé et données personnelles masquées)</span>
      </p>
      {/* Long lines scroll: the element must be reachable by keyboard. */}
      <pre tabIndex={0} role="region" aria-label="Appel reçu">
        {lines.join('\n')}
      </pre>
    </div>
  );
}

type Changing = Pick<PostbackDialogProps, 'postback' | 'onChanged'>;

function Review({ postback, onChanged }: Changing) {
  const show = useToast();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const isReviewed = Boolean(postback.reviewed_at);

  const undo = async () => {
    try {
      await review(postback.id, isReviewed);
      onChanged();
    } catch (error) {
      show({ tone: 'error', title: messageOf(error) });
    }
  };
  const change = async () => {
    setBusy(true);
    setFailure('');
    try {
      await review(postback.id, !isReviewed);
      show({
        tone: 'success',
        title: isReviewed ? 'Appel à vérifier de nouveau' : 'Appel vérifié',
        text: titleOf(postback),
        action: { label: TEXTS.cancel, onPress: () => void undo() },
      });
      onChanged();
    } catch (error) {
      setFailure(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <div className={styles.settlement}>
      {failure && <Note>{failure}</Note>}
      <div className={styles.buttons}>
        <Button variant={isReviewed ? undefined : 'primary'} busy={isBusy} onClick={() => void change()}>
          {isReviewed ? 'À vérifier de nouveau' : 'Marquer comme vérifié'}
        </Button>
      </div>
    </div>
  );
}

/** Value of the radio button for a subscriber who is not among the candidates. */
const OTHER = 'other';

function ReconciliationDrawer({ postback, onClose, onChanged }: PostbackDialogProps) {
  const show = useToast();
  const formId = useId();
  const [nowMs] = useState(Date.now);
  const { data: candidates = [], isPending, isError } = useCandidates(postback.id);
  const [candidateId, setCandidateId] = useState<string | null>(null);
  const [email, setEmail] = useState('');
  const [busy, setBusy] = useState<'reconcile' | 'replay' | null>(null);
  const [failure, setFailure] = useState('');

  const candidate = candidates.find(({ id }) => id === candidateId);
  const isTyped = candidates.length === 0 || candidateId === OTHER;

  const match = async (how: 'reconcile' | 'replay') => {
    setBusy(how);
    setFailure('');
    try {
      const { verdict } =
        how === 'replay'
          ? await replay(postback.id)
          : await reconcile(postback.id, candidate ? { subscriber_id: candidate.id } : { email: email.trim() });
      if (verdict === 'unmatched') setFailure('Toujours sans correspondance\u00a0: aucun abonné ne convient.');
      else {
        const title = verdict === 'ignored' ? 'Rien à rembourser\u00a0: l’appel est ignoré' : 'Appel rapproché';
        show({ tone: 'success', title, text: titleOf(postback) });
        onChanged();
      }
    } catch (error) {
      if (error instanceof ApiError && error.code === 'POSTBACK_NOT_FOUND') {
        show({ tone: 'error', title: 'Cet appel a déjà été rapproché entre-temps', text: titleOf(postback) });
        onChanged();
      } else setFailure(messageOf(error));
    } finally {
      setBusy(null);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (candidate || (isTyped && email.trim() !== '')) void match('reconcile');
    else setFailure(isTyped ? TEXTS.validationError : 'Choisissez un abonné, ou quelqu’un d’autre.');
  };
  const choose = (id: string) => {
    setCandidateId(id);
    setFailure('');
  };

  return (
    <Dialog
      open
      size="drawer"
      title="Rapprocher"
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Plus tard
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={busy === 'reconcile'} disabled={isPending}>
            {candidate ? `Rapprocher avec ${candidate.name}` : 'Rapprocher'}
          </Button>
        </>
      }
    >
      <div className={styles.reconciliation}>
        <p className="soft">
          {titleOf(postback)}, reçu {formatMoment(postback.received_at, nowMs)}
        </p>
        <Note>{verdictOf(postback).reason}</Note>
        <form id={formId} className={styles.settlement} onSubmit={submit} noValidate>
          {isPending ? (
            <Loading>
              <Skeleton shape="line" />
            </Loading>
          ) : (
            <>
              {isError && (
                <p className="small soft">Les abonnés possibles n’ont pas pu être lus. Indiquez une adresse.</p>
              )}
              {candidates.length > 0 && (
                <fieldset className={styles.options}>
                  <legend className="small">
                    <strong>Abonnés possibles</strong>
                  </legend>
                  {candidates.map((each) => (
                    <Option
                      key={each.id}
                      isChosen={each.id === candidateId}
                      onChoose={() => choose(each.id)}
                      title={each.name}
                    >
                      {each.email}
                      <br />
                      {candidateReason(each, postback)}
                    </Option>
                  ))}
                  <Option isChosen={candidateId === OTHER} onChoose={() => choose(OTHER)} title="Quelqu’un d’autre">
                    Par son adresse e-mail
                  </Option>
                </fieldset>
              )}
              {isTyped ? (
                <Field
                  label="E-mail de l’abonné"
                  type="email"
                  autoComplete="off"
                  maxLength={254}
                  value={email}
                  error={failure}
                  onChange={({ target }) => setEmail(target.value)}
                />
              ) : (
                failure && <Note>{failure}</Note>
              )}
            </>
          )}
        </form>
        <ReceivedCall postback={postback} />
        <div className={styles.buttons}>
          <Button small busy={busy === 'replay'} onClick={() => void match('replay')}>
            Rejouer
          </Button>
        </div>
        <PostbackFacts postback={postback} />
      </div>
    </Dialog>
  );
}

interface OptionProps {
  title: string;
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}

function Option({ title, isChosen, onChoose, children }: OptionProps) {
  return (
    <label className={styles.option}>
      <input type="radio" name="subscriber" checked={isChosen} onChange={onChoose} />
      <b>{title}</b>
      <span className="small soft">{children}</span>
    </label>
  );
}
