import Seam
import SeamReport

/// The view of `seam live --tui`: the terminal, what is shown on it, and the keys that change it.
final class FullScreen {
    /// What is known of the connections; it watches the pipeline.
    let board = LiveBoardKeeper()
    /// Whether the user wants to end.
    private(set) var isQuit = false
    private var view: ScreenView
    private var screen: Screen?
    private var status = StatusLine()
    private var shown: LiveBoard?
    private var hasSaidEnd = false
    private var clock = (second: 0, milliseconds: 0)

    /// A view of what `title` names.
    ///
    /// - Throws: `usage` when the output is no terminal.
    init(title: String, _ options: Options, for output: OutputFile) throws(CommandError) {
        guard output.terminal.isTerminal else { throw .usage("--tui needs a terminal") }
        let palette = Palette(isColored: output.terminal.isColored(options.output.color))
        view = ScreenView(title: title, palette: palette)
    }

    /// Takes the terminal over.
    ///
    /// - Throws: `usage` when it cannot be.
    func open() throws(CommandError) {
        screen = Screen()
        if screen == nil { throw .usage("--tui: this terminal cannot be drawn on; is TERM right?") }
    }

    /// Gives the terminal back.
    func close() { screen = nil }

    /// The file to wait for keys at.
    var keyboard: [Int32] { screen.map { [$0.keyboard] } ?? [] }

    /// Sleeps until a key is pressed or a signal came, at most so long; there is nothing else to wait for any more.
    func wait(milliseconds: Int32) {
        if view.note.isEmpty, !hasSaidEnd {
            hasSaidEnd = true
            view.note = "nothing more comes; q quits"
        }
        screen?.wait(milliseconds: milliseconds)
    }

    /// Says something in the place of the keys.
    func note(_ words: String) { view.note = words }

    /// Takes the keys that were pressed, and draws when it is time to, or when they changed what is seen.
    func show(_ facts: StatusLine.Facts, isTime: Bool) {
        guard let screen else { return }
        var isDirty = isTime
        while let key = screen.nextKey() {
            isDirty = true
            let isGoingOn = view.take(key, shown ?? board.board, rows: screen.size.rows)
            if !isGoingOn { isQuit = true }
        }
        guard isDirty else { return }
        if isTime { status.measure(facts) }
        board.board.watched = view.watched
        if view.isPaused {
            if shown == nil { shown = board.board }
        } else {
            shown = nil
        }
        let board = shown ?? board.board
        let size = screen.size
        screen.show(
            view.lines(
                board,
                status: status.text(facts),
                second: second(board),
                rows: size.rows,
                columns: size.columns
            )
        )
    }

    /// The second up to which bars are drawn: that of the last packet, and what has passed since it came.
    private func second(_ board: LiveBoard) -> Int {
        let now = Clock.milliseconds
        if board.second != clock.second { clock = (board.second, now) }
        return view.isPaused ? board.second : board.second + (now - clock.milliseconds) / 1000
    }
}
