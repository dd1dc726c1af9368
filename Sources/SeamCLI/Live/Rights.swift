#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The rights of the process: what root opened is read on as the user who called sudo.
enum Rights {
    /// The user and group who called sudo; nil without sudo.
    struct Invoker: Equatable {
        let user: uid_t
        let group: gid_t

        init?(user: String?, group: String?) {
            guard let user = user.flatMap({ uid_t($0) }), let group = group.flatMap({ gid_t($0) }) else {
                return nil
            }
            // Root called sudo itself: nothing to give up.
            guard user != 0 else { return nil }
            (self.user, self.group) = (user, group)
        }
    }

    /// Gives up root for the user who called sudo; does nothing for others.
    ///
    /// - Throws: `input` when the system refuses: going on as root would not be what was asked for.
    static func drop() throws(CommandError) {
        guard geteuid() == 0 else { return }
        let invoker = Invoker(user: variable("SUDO_UID"), group: variable("SUDO_GID"))
        guard let invoker else { return }
        // Groups first: afterwards there is no right to change them.
        guard setgroups(0, nil) == 0, setgid(invoker.group) == 0, setuid(invoker.user) == 0,
            geteuid() == invoker.user
        else {
            let reason = Descriptor.describe(errno)
            throw .input("cannot give up root for user \(invoker.user): \(reason); --no-drop keeps it")
        }
    }

    private static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}
