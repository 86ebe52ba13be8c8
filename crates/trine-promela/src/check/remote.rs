//! References to other processes: started ones, their labels and their variables.

use super::*;

/// A remote reference, looked up when all processes are known.
pub(super) enum Pending {
    Label(Ident, Ident),
    Variable(Ident, VarRef),
}

impl Checker<'_> {
    pub(super) fn finish_remote(&mut self) {
        let channels = self.out.variables.iter().filter_map(|variable| variable.channel.as_ref());
        let most = channels.map(|channel| channel.fields.len()).max().unwrap_or(0);
        for (name, given, span) in std::mem::take(&mut self.messages) {
            if given > most.max(self.widest_field) {
                let text = format!("no channel that `{name}` could be has {given} fields");
                self.error(text, span);
            }
        }
        for (name, given, span) in std::mem::take(&mut self.runs) {
            let Some(process) = self.process_named(&name) else { continue };
            self.out.processes[process].started = true;
            let wanted = self.out.processes[process].parameters.len();
            if self.out.processes[process].kind == ProcessKind::Init {
                self.error("init starts by itself", name.span);
            } else if given > wanted {
                let text =
                    format!("proctype `{}` takes {wanted} arguments, not {given}", name.name);
                let problem = Diagnostic::error(text, span);
                let declared = self.out.processes[process].span;
                self.diagnostics.push(problem.related(declared, "it is declared here"));
            } else if given < wanted {
                let text = format!(
                    "proctype `{}` has {wanted} parameters: those without an argument are 0",
                    name.name
                );
                self.diagnostics.warning(text, span);
            }
        }
        for pending in std::mem::take(&mut self.remotes) {
            match pending {
                Pending::Label(process, label) => {
                    let Some(index) = self.process_named(&process) else { continue };
                    let labels = &self.out.processes[index].labels;
                    if !labels.iter().any(|known| known.name == label.name) {
                        let known = labels.iter().map(|known| known.name.clone()).collect();
                        self.undeclared("label", &label, known);
                    }
                    self.out.processes[index].remote_labels.insert(label.name);
                }
                Pending::Variable(process, variable) => {
                    let Some(index) = self.process_named(&process) else { continue };
                    let variables = &self.out.processes[index].variables;
                    let name = &variable.base().name;
                    let found =
                        variables.iter().copied().find(|id| self.out.variables[*id].name == *name);
                    let Some(id) = found else {
                        let known = variables
                            .iter()
                            .map(|id| self.out.variables[*id].name.clone())
                            .collect();
                        self.undeclared("variable", variable.base(), known);
                        continue;
                    };
                    self.out.meanings[variable.id] = Some(Meaning::Variable(id));
                    if let Some(Type::Record(_)) = self.path_type(&variable, id, false) {
                        self.incomplete(&variable);
                    }
                }
            }
        }
    }

    fn process_named(&mut self, name: &Ident) -> Option<usize> {
        let found = self.process_names.get(&name.name).copied();
        if found.is_none() {
            let known = self.process_names.keys().filter(|name| &***name != "init");
            let known = known.cloned().collect();
            self.undeclared("proctype", name, known);
        }
        found
    }
}
