import SeamBytes

/// What the two halves of a connection tell each other: the version, by their first frames.
///
/// Only a client that offered several versions listens, and only for a frame that they read
/// differently. What a half says depends on its own bytes alone, so it does not matter which of the
/// two is decoded first.
final class STOMPDialogue {
    /// What the first frame of a half says of the version.
    enum Word: Equatable {
        /// It is not here yet.
        case nothing
        /// It is the server's `CONNECTED`.
        case speaks(STOMPVersion)
        /// It is another one: the half will not tell.
        case silent
    }

    private var client = Word.nothing
    private var server = Word.nothing

    func say(_ word: Word, by side: Side) {
        if side == .client { client = word } else { server = word }
    }

    func heard(from side: Side) -> Word { side == .client ? client : server }
}

/// What one half knows of the version, and how it judges its frames by that.
struct STOMPSession {
    private enum Knowledge {
        /// No frame was here yet, or the first was no handshake (a capture that starts later, a hole).
        case none
        /// The client's half: what `CONNECT` offered, which the server has not answered yet.
        case offered(STOMPVersionSet)
        /// The version that is spoken.
        case known(STOMPVersion)
    }

    private let side: Side
    /// Nil where the version was given beforehand.
    private let dialogue: STOMPDialogue?
    private var knowledge = Knowledge.none
    private var isFirst = true
    private var hasPeerEnded = false

    /// A half whose version the handshake settles.
    init(_ side: Side, _ dialogue: STOMPDialogue) {
        self.side = side
        self.dialogue = dialogue
    }

    /// A half whose version is given.
    init(_ version: STOMPVersion) {
        side = .client
        dialogue = nil
        knowledge = .known(version)
    }

    /// Learns that the other half will not answer any more.
    mutating func peerEnded() { hasPeerEnded = true }

    /// Judges a frame by the version that is spoken where it stands; nil while only the other half can tell.
    ///
    /// The first frame of a half decides what is known from there on; `bytes` are the frame's.
    mutating func judge(_ head: inout STOMPHead, hasBody: Bool, _ bytes: RawSpan) -> STOMPVerdict? {
        if let dialogue {
            if head.command.isHandshake { return shakeHands(&head, hasBody, bytes, dialogue) }
            if isFirst { introduce(.none, .silent, to: dialogue) }
        }
        if STOMPVerdict.isFineInAll(head, hasBody: hasBody) { return .fine }
        return agreed { STOMPVerdict(head, hasBody: hasBody, in: $0) }
    }

    /// Judges a CR LF between frames, which is the end of a line since 1.2.
    mutating func judgeCRLF() -> STOMPVerdict? {
        agreed { ($0 ?? .v12) < .v12 ? STOMPVerdict(.carriageReturn) : .fine }
    }

    /// A handshake says itself what it is to be judged by.
    private mutating func shakeHands(
        _ head: inout STOMPHead,
        _ hasBody: Bool,
        _ bytes: RawSpan,
        _ dialogue: STOMPDialogue
    ) -> STOMPVerdict {
        let value = bytes.clamped(head.versions)
        let isAnswer = head.command == .connected
        let versions: STOMPVersionSet
        if head.versions.isEmpty {
            versions = STOMPVersionSet(.v10)
        } else {
            let single = STOMPVersion(value).map { STOMPVersionSet($0) } ?? []
            versions = isAnswer ? single : STOMPVersionSet(list: value)
        }
        let highest = versions.highest
        if isAnswer, highest == nil { head.traits.insert(.badVersion) }
        if isFirst {
            let isSettled = highest.map { versions == STOMPVersionSet($0) } ?? true
            let knowledge = isSettled ? highest.map { Knowledge.known($0) } ?? .none : .offered(versions)
            let word = isAnswer ? highest.map { STOMPDialogue.Word.speaks($0) } : nil
            introduce(knowledge, word ?? .silent, to: dialogue)
        }
        return STOMPVerdict(head, hasBody: hasBody, in: highest)
    }

    private mutating func introduce(
        _ knowledge: Knowledge,
        _ word: STOMPDialogue.Word,
        to dialogue: STOMPDialogue
    ) {
        isFirst = false
        self.knowledge = knowledge
        dialogue.say(word, by: side)
    }

    /// What the version that is spoken makes of it, or all that it can be; nil where those differ.
    private mutating func agreed(_ judge: (STOMPVersion?) -> STOMPVerdict) -> STOMPVerdict? {
        settle()
        switch knowledge {
        case .none: return judge(nil)
        case .known(let version): return judge(version)
        case .offered(let versions):
            var common: STOMPVerdict?
            for version in STOMPVersion.allCases where versions.contains(STOMPVersionSet(version)) {
                let verdict = judge(version)
                if let common, common != verdict { return nil }
                common = verdict
            }
            return common
        }
    }

    /// Takes the server's answer, if it is here; an answer that was not offered does not count.
    private mutating func settle() {
        guard case .offered(let versions) = knowledge, let dialogue, let highest = versions.highest else {
            return
        }
        switch dialogue.heard(from: side.peer) {
        case .speaks(let version):
            knowledge = .known(versions.contains(STOMPVersionSet(version)) ? version : highest)
        case .silent:
            knowledge = .known(highest)
        case .nothing:
            if hasPeerEnded { knowledge = .known(highest) }
        }
    }
}
