import { useText } from "../../app_context.ts";
import { describeStep, type StepWords } from "../../state/steps.ts";

/** "Write hello.txt": what is done in words, and to what as code. */
export function StepLine({ step: { verb, object } }: { step: StepWords }) {
  const t = useText();
  return (
    <span class="step-line cut">
      {t(`step.${verb}`)} {object !== "" && <code title={object}>{object}</code>}
    </span>
  );
}

/** The same from a card's last tool, which is the tool's name and what it was about. */
export function StepText({ lastTool }: { lastTool: string }) {
  const [tool = "", ...rest] = lastTool.split(" ");
  return <StepLine step={describeStep(tool, rest.join(" "))} />;
}
