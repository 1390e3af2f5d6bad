-- A registration belongs to a model's id, since another model may have its slug by now. Existing rows are bound if only one model
-- ever had the slug; the others use the site's settings until identity publishes them again (`npm run reconcile -- --repair`).
alter table subscribers add column model_id uuid;
update subscribers s set model_id = found.id
from (
  select slug, (array_agg(id))[1] as id
  from (select id, slug from models where not deleted union select id, unnest(previous_slugs) from models where not deleted) known
  group by slug having count(*) = 1
) found
where s.model_slug = found.slug and not s.erased;
