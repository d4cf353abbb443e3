-- Who saved a draft last, and when. Processes of the release before save without saying who: what stands here is true of
-- the revision it names alone.
ALTER TABLE workflows
  ADD COLUMN draft_saved_by text,
  ADD COLUMN draft_saved_at timestamptz,
  ADD COLUMN draft_saved_revision integer;
