"""Asks winways many questions through one process; docs/programs.md describes the fields."""
import itertools, json, subprocess

class Winways:
    def __init__(self, *options):
        command, pipe = ["winways", "serve-stdio", *options], subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, encoding="utf-8")
        self.ids = itertools.count(1)

    def ask(self, **request):
        print(json.dumps({"id": next(self.ids), **request}), file=self.process.stdin, flush=True)
        reply = json.loads(self.process.stdout.readline())
        if "error" in reply:
            raise ValueError(reply["error"]["detail"])
        return reply["answer"]

winways = Winways()
answer = winways.ask(eval="nim(3,5)")
print(answer["position"], answer["outcome"], [move["text"] for move in answer["moves"]])
print(winways.ask(table="kayles", up_to=10)["values"])
print(winways.ask(eval="[[n + m for n in 1..1000000] for m in 1..1000000]", timeout=0.1)["stopped"])
