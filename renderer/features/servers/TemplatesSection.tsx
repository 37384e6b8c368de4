import { useEffect, useState } from 'react';
import type { RequestReply } from '../../../shared/contract.ts';
import type { ServerView } from '../../../shared/model/server.ts';
import type { TemplateView } from '../../../shared/model/template.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { useApi } from '../../store/context.ts';
import { TemplateForm } from './TemplateForm.tsx';
import styles from './page.module.css';
import layout from '../../components/Page/Page.module.css';

/** Skills that the server creates by name: one form per template, nothing without templates. */
export function TemplatesSection({ server }: { server: ServerView }) {
  const api = useApi();
  const { label, listing } = server;
  const ready = server.connection.status === 'ready';
  const [answer, setAnswer] = useState<RequestReply<TemplateView[]> | null>(null);
  useEffect(() => {
    if (!ready || listing.status === 'loading') return undefined;
    let current = true;
    void api.listTemplates({ server: label }).then((reply) => {
      if (current) setAnswer(reply);
    });
    return () => {
      current = false;
    };
  }, [api, label, ready, listing.status, listing.at]);
  if (!ready || answer === null || (answer.ok && answer.value.length === 0)) return null;
  return (
    <section className={layout.section} aria-labelledby="templates-title">
      <h2 className={styles.sectionTitle} id="templates-title">
        Templates <span className={styles.aside}>open a skill by name, listed or not</span>
      </h2>
      {answer.ok ? (
        <div className={styles.forms}>
          {answer.value.map((template) => (
            <TemplateForm key={template.template} server={label} template={template} />
          ))}
        </div>
      ) : (
        <Banner tone="warn" title="Couldn’t list its templates">
          {answer.error.message}
        </Banner>
      )}
    </section>
  );
}
