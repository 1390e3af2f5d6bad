import type { Queryable } from 'service-kit/postgres';

/**
 * Returns the SQL condition for the subscribers `s` who registered with a model.
 * @param slug current or former one; as in payment links, it names the model that has it now, else the latest that had it
 * @param values parameters of the query, to which those of the condition are added
 */
export const registeredWithModel = async (client: Queryable, slug: string, values: unknown[]): Promise<string> => {
  const { rows } = await client.query<{ id: string }>(
    `select id from models where not deleted and (slug = $1 or previous_slugs @> array[$1])
     order by slug = $1 desc, revision desc limit 1`,
    [slug],
  );
  const hasSlug = `s.model_slug = $${values.push(slug)}`;
  return rows[0] ? `(s.model_id = $${values.push(rows[0].id)} or s.model_id is null and ${hasSlug})` : hasSlug;
};
