use crate::arguments::{Moves, MovesFormat};
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, ignore_broken_pipe, input, render};
use std::io::Write;
use winways::wire::MovesJson;
use winways::{Analyst, Request, Stopped};

pub(crate) fn run(arguments: &Moves, out: &mut dyn Write) -> Result<Ending, Failure> {
    let watch = Watch::start(&arguments.limits.bounds);
    let file = arguments.file.as_deref();
    let (_, position) =
        input::position(&arguments.game, &arguments.position, file, &arguments.graph, &watch)?;
    let request = Request::default()
        .play(input::play_for(&position, arguments.misere)?)
        .moves(arguments.most)
        .outcome_only(arguments.outcome_only)
        .budget(arguments.limits.budget());
    let (moves, listed) = position.listed_moves(&request, &watch).map_err(Failure::limit)?;
    let (known, stopped): (_, Option<Stopped>) = match arguments.names_only {
        true => (Vec::new(), None),
        false => Analyst::new(request).after_moves(&position, &moves[..listed], &watch),
    };
    if arguments.format == MovesFormat::Json {
        let (play, printing) = (request.play, watch.printing());
        let moves = MovesJson::new(&position, play, &moves, listed, known, stopped, &printing);
        watch.finish();
        return ignore_broken_pipe(ending(moves.stopped()), render::json(&moves, out));
    }
    watch.finish();
    let list = render::Moves {
        position: &position,
        play: request.play,
        moves: &moves,
        listed,
        known,
        stopped: stopped.as_ref(),
    };
    ignore_broken_pipe(ending(stopped.as_ref()), list.write(arguments.format, out))
}
