import { BulkPane } from '../features/approval/many/BulkPane.tsx';
import { SkillPage } from '../features/approval/SkillPage.tsx';
import { FindingsTab } from '../features/findings/FindingsTab.tsx';
import { FilePane } from '../features/preview/FilePane.tsx';
import { ReviewPage, type ReviewPageProps } from '../features/review/ReviewPage.tsx';

export { RefusedPage } from '../features/approval/RefusedPage.tsx';

export function Skill({ server, uri }: { readonly server: string; readonly uri: string }) {
  return <SkillPage server={server} uri={uri} FilePane={FilePane} FindingsTab={FindingsTab} />;
}

export function Review({ selection }: Pick<ReviewPageProps, 'selection'>) {
  return <ReviewPage selection={selection} Skill={Skill} Bulk={BulkPane} />;
}
