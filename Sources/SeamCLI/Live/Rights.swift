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
        guard takeGroups(of: invoker), setgid(invoker.group) == 0, setuid(invoker.user) == 0,
            geteuid() == invoker.user
        else {
            let reason = Descriptor.describe(errno)
            throw .input("cannot give up root for user \(invoker.user): \(reason); --no-drop keeps it")
        }
    }

    /// Takes the other groups of the user, none where the user has no name.
    private static func takeGroups(of invoker: Invoker) -> Bool {
        guard let entry = unsafe getpwuid(invoker.user), let name = unsafe entry.pointee.pw_name else {
            return setgroups(0, nil) == 0
        }
        #if canImport(Darwin)
        return unsafe initgroups(name, Int32(bitPattern: invoker.group)) == 0
        #else
        return unsafe initgroups(name, invoker.group) == 0
        #endif
    }

    private static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}
