-- What the author of a version says is new in it. A version without one has null.
ALTER TABLE workflow_versions ADD COLUMN note text;
